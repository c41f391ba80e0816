import { unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';

/** What of a bank profile can be read without its secrets. */
export type ListedBank = {
  readonly id: string;
  readonly livemode: boolean;
  readonly hasOrders: boolean;
  /** Takes no new charges; what began at it goes on there. */
  readonly retired?: boolean;
};
/** At which profile new charges of an environment are made: by Pix, and by every other method. */
export type NewCharges<T> = { readonly pix: T | undefined; readonly orders: T | undefined };
/** What a directory must know of a bank that is open; each service keeps more beside it. */
export type OpenBank = { readonly close: () => Promise<unknown> };
export type BankDirectoryOptions<P, B extends OpenBank> = {
  readonly host: Pick<Host, 'log' | 'life'>;
  /** Every profile, the one that was set last first. */
  readonly load: () => Promise<readonly P[]>;
  readonly listedAs: (profile: P) => ListedBank;
  /**
   * The bank of a profile; `known` is what the profile's id was opened as before, answered again if it is to
   * stay. Throws where a secret does not open.
   */
  readonly open: (profile: P, known: B | undefined) => B;
};
export type BankDirectory<B extends OpenBank> = {
  /**
   * The bank that new Pix charges of an environment go to: the profile that was set last, of those that are
   * not retired.
   */
  readonly forPix: (livemode: boolean) => Promise<B | undefined>;
  /** The bank whose acquirer new orders of an environment go to. */
  readonly forOrders: (livemode: boolean) => Promise<B | undefined>;
  readonly byId: (id: string) => Promise<B | undefined>;
  /**
   * The same for work that another bank's must not wait for: undefined also while the profile cannot be used.
   */
  readonly ifUsable: (id: string) => Promise<B | undefined>;
  /** Those that can be worked with now. */
  readonly usable: () => Promise<readonly B[]>;
  /** Those that are open in this process, as they were last read. */
  readonly open: () => readonly B[];
  /** Every profile, whether it can be used or not. */
  readonly listed: () => Promise<readonly ListedBank[]>;
  readonly refresh: () => Promise<void>;
};

/**
 * Profiles change by hand, rarely: this old a view of them is good enough, and a missing one is always looked
 * up.
 */
const FRESH_MS = 5_000;
/** Calls under way on a replaced profile have ended by then. */
const CLOSE_AFTER_MS = 30_000;

/** Who takes the new charges of an environment, of profiles in their order: the one rule for it. */
export function newChargesAt<T extends ListedBank>(profiles: readonly T[], livemode: boolean): NewCharges<T> {
  const taking = profiles.filter((profile) => profile.livemode === livemode && profile.retired !== true);
  return { pix: taking[0], orders: taking.find(({ hasOrders }) => hasOrders) };
}

/** A profile as it stands: open, or why it is not. */
type Entry<B> = { readonly listed: ListedBank } & ({ readonly bank: B } | { readonly fault: unknown });

/**
 * Every bank profile with its ports, kept for as long as the profile stays as it is. One that cannot be
 * opened stands for itself: what is asked of it is refused with `service_unavailable`, and no other takes its
 * place.
 */
export function bankDirectory<P, B extends OpenBank>(options: BankDirectoryOptions<P, B>): BankDirectory<B> {
  const { host, load } = options;
  const ports = openPorts(options);
  let entries: readonly Entry<B>[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  const reload = async (): Promise<void> => {
    entries = (await load()).map(ports.entryOf);
    loadedAt = performance.now();
  };
  const refresh = (): Promise<void> => {
    loading ??= reload().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  /** What was read before is good enough while nothing newer can be had. */
  const renew = async (): Promise<void> => {
    if (performance.now() - loadedAt <= FRESH_MS) return;
    await refresh().catch((err: unknown) => {
      if (entries.length === 0) throw err;
      host.log.warn({ err }, 'bank profiles could not be read again, the known ones stay in use');
    });
  };
  const find = async (wanted: BankSelector): Promise<Entry<B> | undefined> => {
    await renew();
    const found = pick(entries, wanted);
    if (found !== undefined) return found;
    await refresh();
    return pick(entries, wanted);
  };
  const findById = (id: string): Promise<Entry<B> | undefined> => find((all) => all.find((listed) => listed.id === id));
  const open = (): readonly B[] => entries.flatMap((entry) => ('bank' in entry ? [entry.bank] : []));
  host.life.onStop('banks', ports.close);

  return {
    forPix: (livemode) => bankOf(find((all) => newChargesAt(all, livemode).pix)),
    forOrders: (livemode) => bankOf(find((all) => newChargesAt(all, livemode).orders)),
    byId: (id) => bankOf(findById(id)),
    ifUsable: async (id) => {
      const entry = await findById(id);
      return entry !== undefined && 'bank' in entry ? entry.bank : undefined;
    },
    usable: async () => {
      await refresh();
      return open();
    },
    open,
    listed: async () => {
      await refresh();
      return entries.map(({ listed }) => listed);
    },
    refresh,
  };
}

/** Which one is wanted of all that are listed. */
type BankSelector = (listed: readonly ListedBank[]) => ListedBank | undefined;

function pick<B>(entries: readonly Entry<B>[], wanted: BankSelector): Entry<B> | undefined {
  const found = wanted(entries.map(({ listed }) => listed));
  return entries.find(({ listed }) => listed === found);
}

async function bankOf<B>(found: Promise<Entry<B> | undefined>): Promise<B | undefined> {
  const entry = await found;
  if (entry !== undefined && 'fault' in entry) throw unusable(entry.fault);
  return entry?.bank;
}

/** What each profile was opened as, and what could not be opened. */
function openPorts<P, B extends OpenBank>({ host, listedAs, open }: BankDirectoryOptions<P, B>) {
  const opened = new Map<string, B>();
  const reported = new Set<string>();
  return {
    entryOf: (profile: P): Entry<B> => {
      const listed = listedAs(profile);
      const { id } = listed;
      const known = opened.get(id);
      try {
        const bank = open(profile, known);
        if (known !== undefined && known.close !== bank.close) retire(host, id, known);
        opened.set(id, bank);
        reported.delete(id);
        return { listed, bank };
      } catch (fault) {
        if (known !== undefined) retire(host, id, known);
        opened.delete(id);
        if (!reported.has(id)) host.log.error({ bank_profile: id, err: fault }, 'a bank profile cannot be used');
        reported.add(id);
        return { listed, fault };
      }
    },
    close: () => Promise.all([...opened.values()].map((bank) => bank.close())),
  };
}

/** The caller learns no more than that it cannot be done now; the cause is for the log. */
function unusable(cause: unknown): Error {
  const refusal = unavailable('The service cannot answer now. Retry with the same Idempotency-Key.');
  refusal.cause = cause;
  return refusal;
}

function retire({ log }: Pick<Host, 'log'>, id: string, bank: OpenBank): void {
  const close = (): void => {
    bank
      .close()
      .catch((err: unknown) => log.warn({ bank_profile: id, err }, 'connections to a replaced bank did not close'));
  };
  setTimeout(close, CLOSE_AFTER_MS).unref();
}
