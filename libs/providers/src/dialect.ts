import type { BankClock } from './bank-time.ts';
import { ERROR_MEANINGS, type ErrorMeaning, type ErrorRule } from './error-meaning.ts';

/** What of the standard a bank words otherwise. Without any of it the standard's own words count. */
export type BankDialect = {
  readonly clock?: BankClock;
  readonly errors?: readonly ErrorRule[];
};
/** How a dialect is written down, and what `gx.charge.v1.BankDialect` says. */
export type StoredDialect = {
  readonly timeZone?: string;
  readonly localMarkedUtc?: boolean;
  readonly errors?: readonly { readonly means: string; readonly status?: number; readonly names: readonly string[] }[];
};

const RULES_MAX = 20;
const NAMES_MAX = 20;
const NAME = /^[\w.-]{1,80}$/;

/** What is wrong with a dialect that somebody sets; undefined: nothing. */
export function dialectProblem({
  timeZone,
  localMarkedUtc = false,
  errors = [],
}: StoredDialect): readonly [param: string, message: string] | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone)) return ['time_zone', 'The IANA name of a time zone.'];
  if (localMarkedUtc && timeZone === undefined) return ['local_marked_utc', 'Only with a time zone.'];
  if (errors.length > RULES_MAX) return ['errors', `At most ${RULES_MAX} rules.`];
  const isOdd = ({ means, status, names }: (typeof errors)[number]): boolean =>
    !isMeaning(means) ||
    (status !== undefined && (!Number.isInteger(status) || status < 400 || status > 599)) ||
    (status === undefined && names.length === 0) ||
    names.length > NAMES_MAX ||
    !names.every((name) => NAME.test(name));
  const odd = errors.findIndex(isOdd);
  const rule = `means: one of ${ERROR_MEANINGS.join(', ')}; a status of 400 to 599, or names.`;
  return odd < 0 ? undefined : [`errors[${odd}]`, rule];
}

/**
 * A dialect as it is stored. A meaning of a later version is `unknown`, which gives nothing up.
 */
export function storedDialect({ timeZone, localMarkedUtc = false, errors = [] }: StoredDialect): BankDialect {
  return {
    ...(timeZone === undefined ? {} : { clock: { timeZone, covers: localMarkedUtc ? 'all' : 'unmarked' } }),
    errors: errors.map(({ means, ...rule }) => ({ ...rule, means: isMeaning(means) ? means : 'unknown' })),
  };
}

const isMeaning = (word: string): word is ErrorMeaning => (ERROR_MEANINGS as readonly string[]).includes(word);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
