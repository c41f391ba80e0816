import type { Host } from '@gx/runtime';
import type { PixProvider } from './provider.ts';

/** What a directory must know of a bank; each service keeps more beside it. */
export type ListedBank = { readonly id: string; readonly livemode: boolean; readonly provider: PixProvider };
export type BankDirectoryOptions<P, B extends ListedBank> = {
  readonly host: Pick<Host, 'log' | 'life'>;
  /** Every profile, the one that was set last first. */
  readonly load: () => Promise<readonly P[]>;
  /** The bank of a profile. `known` finds what the profile's id was opened as before: its port stays if it is handed on. */
  readonly open: (profile: P, known: (id: string) => B | undefined) => B;
};
export type BankDirectory<B extends ListedBank> = {
  /** The bank that new Pix charges of an environment go to: the profile that was set last. */
  readonly forPix: (livemode: boolean) => Promise<B | undefined>;
  readonly byId: (id: string) => Promise<B | undefined>;
  readonly all: () => Promise<readonly B[]>;
  readonly refresh: () => Promise<void>;
};

/** Profiles change by hand, rarely: this old a view of them is good enough, and a missing one is always looked up. */
const FRESH_MS = 5_000;
/** Calls under way on a replaced profile have ended by then. */
const CLOSE_AFTER_MS = 30_000;

/** Every bank profile with one port each, kept for as long as its profile stays as it is. */
export function bankDirectory<P, B extends ListedBank>(options: BankDirectoryOptions<P, B>): BankDirectory<B> {
  const { host, load, open } = options;
  const opened = new Map<string, B>();
  let banks: readonly B[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  const keep = (profile: P): B => {
    const bank = open(profile, (id) => opened.get(id));
    const known = opened.get(bank.id);
    if (known !== undefined && known.provider !== bank.provider) retire(host, known);
    opened.set(bank.id, bank);
    return bank;
  };
  const reload = async (): Promise<void> => {
    banks = (await load()).map(keep);
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
      if (banks.length === 0) throw err;
      host.log.warn({ err }, 'bank profiles could not be read again, the known ones stay in use');
    });
  };
  const find = async (wanted: (bank: B) => boolean): Promise<B | undefined> => {
    await renew();
    const found = banks.find(wanted);
    if (found !== undefined) return found;
    await refresh();
    return banks.find(wanted);
  };
  host.life.onStop('banks', () => Promise.all([...opened.values()].map((bank) => bank.provider.close())));

  return {
    forPix: (livemode) => find((bank) => bank.livemode === livemode),
    byId: (id) => find((bank) => bank.id === id),
    all: async () => {
      await refresh();
      return banks;
    },
    refresh,
  };
}

function retire({ log }: Pick<Host, 'log'>, bank: ListedBank): void {
  const close = (): void => {
    bank.provider
      .close()
      .catch((err: unknown) =>
        log.warn({ bank_profile: bank.id, err }, 'connections to a replaced bank did not close'),
      );
  };
  setTimeout(close, CLOSE_AFTER_MS).unref();
}
