import { type EndToEndId, waitAfter } from '@gx/core';
import { type KeyedWorkers, keyedWorkers, type Lifecycle, type Logger, oneEach } from '@gx/runtime';
import { type CallbackDeps, handleCallback } from '../commands/handle-callback.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import type { Callback } from '../store/callbacks.ts';
import { keyedSlots } from './keyed-slots.ts';
import { whenBankIsBack } from './when-bank-is-back.ts';

type Deps = CallbackDeps & {
  readonly newOwner: () => string;
  readonly life: Lifecycle;
};
export type CallbackHandler = KeyedWorkers & {
  /** Whether this process may store a callback of the bank claimed, and handle it soon. */
  readonly hasRoom: (bankProfileId: string) => boolean;
  /** Handles what this process has stored so. */
  readonly handle: (claimed: readonly Callback[]) => void;
  /** Whether a callback about the Pix is being handled here, or is about to be. */
  readonly isHandling: (endToEndId: EndToEndId) => boolean;
};

/** Callbacks of one bank. */
const AT_ONCE = 8;
/**
 * Handlers that query the bank who paid take seconds each: they leave their slot to the next callback, and so
 * many of one bank may at once.
 */
const QUERYING_AT_ONCE = 32;
/**
 * Callbacks of a bank that this process stored under its lease and that wait for a slot; how long at most.
 */
const WAITING_MAX = 64;
const WAITING_MS_MAX = 5_000;
/** One that finds no room among them comes again. */
const BUSY_MS = 1_000;
const ALARM_AFTER_ATTEMPTS = 5;

/**
 * Handles every callback, a few of each bank at a time: those that this process stored, and those that are
 * due. A callback whose handler died comes back when its lease is over.
 */
export function handleCallbacks(deps: Deps): CallbackHandler {
  const { callbacks, life, log } = deps;
  const payerQueries = boundedQueries(deps);
  const slots = keyedSlots(AT_ONCE);
  const underWay = new Map<Callback, Promise<void>>();
  life.onStop('callbacks under way', async () => void (await Promise.all(underWay.values())));

  /** Resolves when its slot is free again, which a handler that queries who paid does not wait for. */
  const run = (callback: Callback): Promise<void> =>
    new Promise((free, fail) => {
      const mayQueryPayer = (): boolean => {
        if (!payerQueries.take(callback.bankProfileId, work)) return false;
        free();
        return true;
      };
      const work = handle(deps, callback, mayQueryPayer);
      work.then(free, fail);
    });

  /**
   * A callback whose lease is short, or that has not begun when the process stops, is rescheduled at once.
   */
  async function runClaimed(callback: Callback): Promise<void> {
    const claimedAtMs = performance.now();
    const free = await slots.take(callback.bankProfileId);
    try {
      const isLate = performance.now() - claimedAtMs > WAITING_MS_MAX;
      await (isLate || life.isStopping ? callbacks.reschedule(callback, 0, false) : run(callback));
    } catch (err) {
      log.error(
        { bank_profile: callback.bankProfileId, err },
        'end of a callback not recorded, it is handled again after its lease',
      );
    } finally {
      free();
    }
  }

  return {
    ...whatIsDue(deps, slots, run),
    hasRoom: (bankProfileId) => slots.waiting(bankProfileId) < WAITING_MAX,
    isHandling: (endToEndId) => [...underWay.keys()].some((callback) => callback.endToEndId === endToEndId),
    handle: (claimed) => {
      for (const callback of claimed) {
        underWay.set(
          callback,
          runClaimed(callback).finally(() => underWay.delete(callback)),
        );
      }
    },
  };
}

/** Callbacks that were rescheduled, or left behind by a handler that died. */
const whatIsDue = (
  deps: Deps,
  slots: ReturnType<typeof keyedSlots>,
  run: (callback: Callback) => Promise<void>,
): KeyedWorkers => {
  const makeDue = whenBankIsBack(deps, [deps.callbacks]);
  return keyedWorkers({
    ...deps,
    due: async () => {
      await makeDue();
      return oneEach(await deps.callbacks.dueBanks());
    },
    work: async (bankProfileId, goesOn) => {
      const now = await deps.callbacks.now();
      const claim = async (): Promise<Callback | undefined> =>
        goesOn() ? deps.callbacks.claim(bankProfileId, deps.newOwner(), now) : undefined;
      const running: Promise<void>[] = [];
      // One claim after the other: the first that finds nothing is the last.
      for (let isEmpty = false; !isEmpty; ) {
        const free = await slots.take(bankProfileId);
        const claimed = claim();
        const handled = claimed.then((callback) => callback && run(callback)).finally(free);
        handled.catch(() => undefined);
        running.push(handled);
        isEmpty = (await claimed.catch(() => undefined)) === undefined;
      }
      await Promise.all(running);
    },
  });
};

/** Handlers that query who paid, so many of each bank, behind the slots. */
function boundedQueries({ life, log }: Pick<Deps, 'life' | 'log'>) {
  const querying = new Map<string, Set<Promise<void>>>();
  const all = () => [...querying.values()].flatMap((ofOne) => [...ofOne]);
  life.onStop('payer queries', async () => void (await Promise.all(all())));
  return {
    /** False when the bank has no room for one more. */
    take: (bankProfileId: string, work: Promise<void>): boolean => {
      const ofBank = querying.get(bankProfileId) ?? new Set();
      if (ofBank.size >= QUERYING_AT_ONCE) return false;
      querying.set(bankProfileId, ofBank);
      const handled = work.catch((err: unknown) =>
        log.error({ err }, 'end of a callback not recorded, it is handled again after its lease'),
      );
      ofBank.add(handled);
      void handled.then(() => ofBank.delete(handled));
      return true;
    },
  };
}

async function handle(deps: Deps, callback: Callback, mayQueryPayer: () => boolean): Promise<void> {
  const outcome = await attempt(deps, callback, mayQueryPayer);
  if (outcome === 'busy') return deps.callbacks.reschedule(callback, BUSY_MS, false);
  if (outcome !== 'later') return deps.callbacks.handled({ callback, outcome });
  if (callback.attempts >= ALARM_AFTER_ATTEMPTS) warn(deps.log, callback);
  return deps.callbacks.reschedule(callback, waitAfter(RETRY_POLICIES.callback, callback.attempts));
}

async function attempt(deps: Deps, callback: Callback, mayQueryPayer: () => boolean) {
  try {
    const bank = await deps.banks.byId(callback.bankProfileId);
    return bank === undefined ? 'later' : await handleCallback(deps, bank, callback, mayQueryPayer);
  } catch (err) {
    deps.log.error(
      { bank_profile: callback.bankProfileId, attempts: callback.attempts, err },
      'provider callback not handled, rescheduled',
    );
    return 'later';
  }
}

const warn = (log: Logger, callback: Callback): void =>
  log.error(
    { alarm: 'callback_stuck', bank_profile: callback.bankProfileId, attempts: callback.attempts },
    'a provider callback waits for the bank',
  );
