import { addMillis } from '@gx/core';
import { gauge, type Logger } from '@gx/runtime';
import type { Problem } from '../domain/walk.ts';
import { type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { SUSPENSE_GRACE_SECONDS } from '../queries/verify-ledger.ts';
import { type Stretch, walkWallet } from '../queries/walk-wallet.ts';
import type { AuditStore } from '../store/audit.ts';

type Deps = { readonly audit: AuditStore; readonly log: Logger; readonly now: () => Date; readonly pace?: Pace };
/** Of one run, whichever is reached first. */
export type Pace = { readonly wallets: number; readonly entries: number };

/** What a round of everything costs is spread thin. */
const PACE: Pace = { wallets: 20, entries: 2_000 };

/**
 * Goes round all wallets, a few in each run and from the first again after the last, and says how much does
 * not agree. A long wallet takes several runs. What is found in a wallet stands until the next round comes by
 * it. A run that dies has changed nothing; one that fails begins the wallet anew.
 */
export function watchLedger({ audit, log, now, pace = PACE }: Deps): () => Promise<void> {
  const known = new Map<string, number>();
  const patience = (): Date => addMillis(now(), -SUSPENSE_GRACE_SECONDS * 1_000);
  let key: WalletKey | undefined;
  let walk: AsyncGenerator<Stretch> | undefined;
  let found: Problem[] = [];

  const end = (of: WalletKey): void => {
    const name = Object.values(walletKeyOf(of)).join(' ');
    const [first] = found;
    if (first === undefined) known.delete(name);
    else {
      if (known.get(name) !== found.length) report(log, first, found.length);
      known.set(name, found.length);
    }
  };
  /**
   * The next stretch of the wallet under way, else of the next wallet; how far that was. Undefined after the
   * last wallet.
   */
  const advance = async (): Promise<Pace | undefined> => {
    if (walk === undefined || key === undefined) {
      key = await audit.walletAfter(key);
      if (key === undefined) return undefined;
      found = [];
      walk = walkWallet(audit, key, patience);
    }
    const { value, done } = await walk.next();
    if (done !== true) {
      found.push(...value.problems);
      return { wallets: 0, entries: value.entries.length };
    }
    end(key);
    walk = undefined;
    return { wallets: 1, entries: 0 };
  };
  return async () => {
    let left = pace;
    try {
      while (left.wallets > 0 && left.entries > 0) {
        const far = await advance();
        if (far === undefined) break;
        left = { wallets: left.wallets - far.wallets, entries: left.entries - far.entries };
      }
    } catch (error) {
      // The same wallet again, from its first entry: a walk that broke off has proven nothing.
      if (walk !== undefined && key !== undefined) walk = walkWallet(audit, key, patience);
      found = [];
      throw error;
    } finally {
      const sum = [...known.values()].reduce((all, count) => all + count, 0);
      gauge('gx.ledger.mismatches', sum, {});
    }
  };
}

const report = (log: Logger, { accountId, livemode, currency, seq, kind }: Problem, problems: number): void =>
  log.error(
    { alarm: 'ledger_mismatch', account_id: accountId, livemode, currency, seq, kind, problems },
    'a wallet does not agree with its entries',
  );
