import { waitAfter } from '@gx/core';
import { databaseClock, duePath, isAnyDue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import type { ChargeModel } from './charge-model.ts';

/** Since when its options are to change: the payment or the intent that ends the choice, else the charge. */
const OPTIONS_SINCE = { $ifNull: ['$settlement.acceptedAt', '$closing.at', '$createdAt'] };
const RECHECK_PAUSE_MS = waitAfter(RETRY_POLICIES.recheck, 1);

/** What may be due of a charge at its bank, under `<kind>:<bank profile>`. */
export const DUE = {
  /** A creation that nobody finished. */
  creation: { kind: 'creation' },
  /** Its time is over, and nobody has begun to close it. */
  expiry: { kind: 'expiry' },
  /** An intent to close, left to its writer for longer than all that one closing asks of a bank. */
  closing: {
    kind: 'closing',
    afterMs: 20_000,
    leaseMs: 20_000,
    pause: { since: '$closing.at', ...RETRY_POLICIES.closing },
  },
  /** Other options to open or to close, claimed for longer than all that this asks of a provider. */
  options: { kind: 'options', leaseMs: 30_000, pause: { since: OPTIONS_SINCE, ...RETRY_POLICIES.options } },
  /** Who paid the held money, first queried 5 s later. Nobody else queries while one query may take. */
  payer: { kind: 'payer', afterMs: 5_000, leaseMs: 30_000 },
  /** Held money that only an operator lets go. A warning comes ten minutes after the last one. */
  operator: { kind: 'operator', leaseMs: 600_000 },
  /** Two more looks after it was closed before it was presented, a minute later and an hour after that. */
  recheck: { kind: 'recheck', afterMs: 60_000, pause: RECHECK_PAUSE_MS },
  lastRecheck: { kind: 'last_recheck', afterMs: 3_660_000, pause: RECHECK_PAUSE_MS },
} as const;

/** What may be due of a charge wherever it is, with the time of its entry. */
export const DUE_PATHS = {
  /** Money is held: since when. */
  held: duePath('held'),
  /** Accepted money that is not in the wallet: when its event was last published. */
  posting: duePath('posting'),
  /** Held money, disputes and bank returns: when their events were last published. */
  unposted: duePath('unposted'),
  /** Orders to return money, of unmatched payments too: when they were last published. */
  returns: duePath('returns'),
} as const;

export type IsDueAt = ReturnType<typeof isDueAt>;
/** Whether anything of a charge is due at any of these banks. */
export function isDueAt(connection: Connection, model: ChargeModel) {
  const now = databaseClock(connection);
  return async (bankProfileIds: readonly string[]): Promise<boolean> => {
    const entries = bankProfileIds.flatMap((key) => Object.values(DUE).map((kind) => ({ ...kind, key })));
    return isAnyDue(model, entries, await now());
  };
}
