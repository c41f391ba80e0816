import type { Cents } from '@gx/core';

/** Whom a bank may send Pix to, by the words of the port. */
export const PIX_OUT_DESTINATIONS = ['key', 'bank_account', 'br_code'] as const;
/** What was sent to before a profile could say more. */
const BEFORE = ['key'] as const;

/** How often a bank lets us look a key up: so many a minute, and so many at once after a pause. */
export type KeyLookups = { readonly perMinute: number; readonly atOnce: number };
/** The directory's own limits differ by participant; this is below all that we know of. */
const USUAL_LOOKUPS: KeyLookups = { perMinute: 20, atOnce: 100 };
const LOOKUPS_MAX = 100_000;

/** How a profile says that its bank sends Pix out. */
export type PixOutSettings = {
  readonly pixOutPath: string | null;
  readonly pixOutFee: Cents;
  readonly pixOutDestinations: readonly string[];
  readonly keyOwnerPath: string | null;
  readonly pixOutOneAtATime: boolean;
  /** 0: the usual. */
  readonly keyLookupsPerMinute: number;
  readonly keyLookupsAtOnce: number;
};

/** The settings that only a bank with Pix-out has, and what is wrong with them; undefined: nothing. */
export function pixOutProblem(settings: PixOutSettings): readonly [param: string, message: string] | undefined {
  const { pixOutPath, pixOutDestinations: destinations, keyOwnerPath } = settings;
  const isKnown = (word: string): boolean => (PIX_OUT_DESTINATIONS as readonly string[]).includes(word);
  if (!destinations.every(isKnown) || new Set(destinations).size < destinations.length)
    return ['pix_out_destinations', `Each at most once, of ${PIX_OUT_DESTINATIONS.join(', ')}.`];
  if (settings.keyLookupsPerMinute > LOOKUPS_MAX) return ['key_lookups_per_minute', `At most ${LOOKUPS_MAX}.`];
  if (settings.keyLookupsAtOnce > LOOKUPS_MAX) return ['key_lookups_at_once', `At most ${LOOKUPS_MAX}.`];
  if (pixOutPath !== null) return undefined;
  const alone = 'Only for a bank that sends Pix out.';
  if (destinations.length > 0) return ['pix_out_destinations', alone];
  if (keyOwnerPath !== null) return ['key_owner_path', alone];
  return settings.pixOutOneAtATime ? ['pix_out_one_at_a_time', alone] : undefined;
}

/** Whom a bank sends Pix to by its profile; a profile of before may not say. Empty: it sends none. */
export function destinationsOf({ pixOutPath, pixOutDestinations = [] }: StoredDestinations): readonly string[] {
  if (pixOutPath === null) return [];
  return pixOutDestinations.length === 0 ? BEFORE : pixOutDestinations;
}

type StoredDestinations = { readonly pixOutPath: string | null; readonly pixOutDestinations?: readonly string[] };

/** The limits of a profile, the usual where it names none. */
export const keyLookupsOf = ({
  keyLookupsPerMinute,
  keyLookupsAtOnce,
}: Partial<Pick<PixOutSettings, 'keyLookupsPerMinute' | 'keyLookupsAtOnce'>>): KeyLookups => ({
  perMinute: keyLookupsPerMinute || USUAL_LOOKUPS.perMinute,
  atOnce: keyLookupsAtOnce || USUAL_LOOKUPS.atOnce,
});
