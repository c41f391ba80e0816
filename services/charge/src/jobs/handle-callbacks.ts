import { type KeyedWorkers, keyedWorkers, type Lifecycle, type Logger, oneEach } from '@gx/runtime';
import { type CallbackDeps, handleCallback } from '../commands/handle-callback.ts';
import type { Callback } from '../store/callbacks.ts';

type Deps = CallbackDeps & {
  readonly newOwner: () => string;
  readonly life: Lifecycle;
};

/** Callbacks of one bank. */
const AT_ONCE = 8;
/**
 * Handlers that ask the bank who paid take seconds each: they leave their lane to the next callback, and so
 * many of one bank may at once.
 */
const ASKING_AT_ONCE = 32;
/** One that finds no place among them comes again. */
const BUSY_MS = 1_000;
/**
 * After the first, second, … try that the bank did not answer; the last one for ever: money is not given up.
 */
const LATER_MS = [2_000, 10_000, 60_000, 300_000, 1_800_000] as const;
const ALARM_AFTER_TRIES = 5;

/**
 * Handles every callback that is due, a few of each bank at a time. A callback whose handler died comes back
 * when its lease is over.
 */
export function handleCallbacks(deps: Deps): KeyedWorkers {
  const asking = askers(deps);

  /**
   * Handles one callback; resolves when its lane is free again, which a handler that asks who paid does not
   * wait for.
   */
  const run = (callback: Callback): Promise<void> =>
    new Promise((free, fail) => {
      const mayQueryPayer = (): boolean => {
        if (!asking.take(callback.bankProfileId, work)) return false;
        free();
        return true;
      };
      const work = handle(deps, callback, mayQueryPayer);
      work.then(free, fail);
    });

  return keyedWorkers({
    ...deps,
    due: async () => oneEach(await deps.callbacks.dueBanks()),
    work: async (bankProfileId, goesOn) => {
      const now = await deps.callbacks.now();
      const take = async (): Promise<Callback | undefined> =>
        goesOn() ? deps.callbacks.take(bankProfileId, deps.newOwner(), now) : undefined;
      const lane = async (first?: Callback): Promise<void> => {
        for (let callback = first ?? (await take()); callback !== undefined; callback = await take())
          await run(callback);
      };
      const first = await take();
      if (first !== undefined) await Promise.all([lane(first), ...Array.from({ length: AT_ONCE - 1 }, () => lane())]);
    },
  });
}

/** Handlers that ask who paid, so many of each bank, behind the lanes. */
function askers({ life, log }: Pick<Deps, 'life' | 'log'>) {
  const asking = new Map<string, Set<Promise<void>>>();
  const all = () => [...asking.values()].flatMap((ofOne) => [...ofOne]);
  life.onStop('questions to banks', async () => void (await Promise.all(all())));
  return {
    /** False when the bank has no place left for one more. */
    take: (bankProfileId: string, work: Promise<void>): boolean => {
      const ofBank = asking.get(bankProfileId) ?? new Set();
      if (ofBank.size >= ASKING_AT_ONCE) return false;
      asking.set(bankProfileId, ofBank);
      const handled = work.catch((err: unknown) => log.error({ err }, 'a handled callback could not be noted'));
      ofBank.add(handled);
      void handled.then(() => ofBank.delete(handled));
      return true;
    },
  };
}

async function handle(deps: Deps, callback: Callback, mayQueryPayer: () => boolean): Promise<void> {
  const outcome = await attempt(deps, callback, mayQueryPayer);
  if (outcome === 'busy') return deps.callbacks.untried(callback, BUSY_MS);
  if (outcome !== 'later') return deps.callbacks.handled(callback, outcome);
  const step = Math.min(callback.tries, LATER_MS.length) - 1;
  if (callback.tries >= ALARM_AFTER_TRIES) warn(deps.log, callback);
  return deps.callbacks.later(callback, LATER_MS[step] ?? LATER_MS[0]);
}

async function attempt(deps: Deps, callback: Callback, mayQueryPayer: () => boolean) {
  try {
    const bank = await deps.banks.byId(callback.bankProfileId);
    return bank === undefined ? 'later' : await handleCallback(deps, bank, callback, mayQueryPayer);
  } catch (err) {
    deps.log.error(
      { bank_profile: callback.bankProfileId, tries: callback.tries, err },
      'a provider callback could not be handled, will be tried again',
    );
    return 'later';
  }
}

const warn = (log: Logger, callback: Callback): void =>
  log.error(
    { alarm: 'callback_stuck', bank_profile: callback.bankProfileId, tries: callback.tries },
    'a provider callback waits for the bank',
  );
