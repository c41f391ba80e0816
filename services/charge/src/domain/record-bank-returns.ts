import {
  type BankReturn,
  type BankReturnStatus,
  bankReturnsOf,
  isContradiction,
  type ShownBankReturn,
  sameDevolution,
  sentBackOf,
} from './bank-return.ts';
import { type Change, type Charge, type Decision, KEEP, type RefundUpdate, recordEvent } from './charge.ts';
import { afterDevolution, payingCase } from './pix-case.ts';
import { nextStatus } from './transitions.ts';

/**
 * Each status, and those that it may become. A bank may execute what it had given up; what it has executed
 * stands.
 */
// biome-ignore format: one row per status, read as a table
const MAY_BECOME: Readonly<Record<BankReturnStatus, readonly BankReturnStatus[]>> = {
  IN_PROGRESS: ['REFUNDED', 'FAILED'],
  FAILED:      ['REFUNDED'],
  REFUNDED:    [],
};

/**
 * Records what the bank takes back of the credited payment, each devolution in each of its states once: for
 * the ledger and refund, and for the merchant (decisions, section 9). When all of the payment is back at its
 * payer the charge is REFUNDED, in the same write.
 */
export function recordBankReturns(charge: Charge, shown: readonly ShownBankReturn[], now: Date): Decision {
  if (charge.settlement?.postedAt == null) return KEEP;
  const change = shown.reduce<Change>((soFar, one) => record(soFar, one, now), { charge, events: [] });
  return change.charge === charge ? KEEP : { kind: 'change', ...change };
}

function record(change: Change, shown: ShownBankReturn, now: Date): Change {
  const { charge } = change;
  if (isContradiction(charge, shown)) return change;
  const all = bankReturnsOf(charge);
  const known = all.find(sameDevolution(shown));
  if (known !== undefined && !MAY_BECOME[known.status].includes(shown.status)) return change;
  const bankReturn = known === undefined ? begun(charge, shown, now) : moved(known, shown.status);
  const bankReturns = known === undefined ? [...all, bankReturn] : all.map((one) => (one === known ? bankReturn : one));
  const { status: previousStatus } = charge;
  const noted: Change = { ...change, charge: { ...charge, bankReturns } };
  const recorded = recordEvent(
    noted,
    { type: 'charge.returned_by_bank', bankReturn },
    { occurredAt: now, previousStatus },
  );
  // What goes back by a case that was lost ends as CHARGEBACK, also when all of it does.
  const isBack = bankReturn.dispute === undefined && sentBackOf(recorded.charge) >= charge.amount;
  const status = (isBack ? nextStatus(previousStatus, 'refund', false) : undefined) ?? previousStatus;
  const after: Change = { ...recorded, charge: { ...recorded.charge, status } };
  const refund = updateOf(bankReturn);
  const announced = recordEvent(
    after,
    { type: 'charge.refund_progressed', refund },
    { occurredAt: now, previousStatus },
  );
  return afterDevolution(announced, bankReturn, now);
}

/** Which case pays for it is fixed when it is first seen. */
function begun(charge: Charge, { isOfCase = false, ...shown }: ShownBankReturn, now: Date): BankReturn {
  const dispute = payingCase(charge, { ...shown, isOfCase });
  return { ...shown, firstSeenAt: now, ...(dispute === undefined ? {} : { dispute }) };
}

/** That it failed stays known: the event that published it is confirmed whenever it is read. */
const moved = (known: BankReturn, status: BankReturnStatus): BankReturn => ({
  ...known,
  status,
  ...(known.status === 'FAILED' ? { hasFailed: true } : {}),
});

const updateOf = ({ id, amount, status, reason }: BankReturn): RefundUpdate => ({
  id,
  amount,
  status,
  initiator: 'bank',
  reason,
});
