import { type Cents, type EndToEndId, isUnavailable, newId, refundBankId } from '@gx/core';
import { type Logger, onceADay } from '@gx/runtime';
import {
  type BankReturn,
  type BankReturnReason,
  type BankReturnStatus,
  bankReturnsOf,
  excessOf,
  isContradiction,
  isRecorded,
  type ShownBankReturn,
  sameDevolution,
} from '../domain/bank-return.ts';
import { type Charge, isAwaitingPosting } from '../domain/charge.ts';
import { payingCase } from '../domain/pix-case.ts';
import { recordBankReturns as record } from '../domain/record-bank-returns.ts';
import type { Refunds } from '../peers/refunds.ts';
import type { ChargeStore } from '../store/charges.ts';

export type RecordDeps = {
  readonly charges: Pick<ChargeStore, 'update'>;
  readonly refunds: Pick<Refunds, 'ownIds'>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Records the cases of a charge that its bank reports; absent: of an acquirer, which shows them itself. */
  readonly recordCases?: (charge: Charge) => Promise<void>;
};
/**
 * Money of a credited payment on its way back, as the bank or the acquirer shows it. Null: left out, or
 * unreadable.
 */
export type ShownDevolution = {
  readonly endToEndId: EndToEndId;
  readonly id: string | null;
  readonly amount: Cents | null;
  readonly status: BankReturnStatus;
  readonly reason: BankReturnReason;
  /** Whether `id` is no id that an order could have given it. */
  readonly isNamedByReturn?: boolean;
  /** Whether it may be of a case about its Pix. */
  readonly isOfCase?: boolean;
};
export type RecordingResult = { readonly charge: Charge; readonly outcome: 'complete' | 'open' };

/** Told once a day by each process: the bank shows the same devolution again beside each later one. */
const isFirstToday = onceADay();

/**
 * Records what the bank takes back of the credited payment of a charge, each devolution in each of its states
 * once. Which devolutions are our own, refund says, which stores each id before it is sent. Open while the
 * credit is not posted, refund cannot be asked, or a devolution cannot be read.
 */
export async function recordBankReturns(
  deps: RecordDeps,
  charge: Charge,
  shown: readonly ShownDevolution[],
): Promise<RecordingResult> {
  const { settlement } = charge;
  if (settlement === null) return { charge, outcome: 'complete' };
  const ofCredit = shown.filter(({ endToEndId }) => endToEndId === settlement.endToEndId);
  const readable = ofCredit.flatMap((one) =>
    one.id === null || one.amount === null ? [] : [named(one, one.id, one.amount)],
  );
  const fresh = readable.filter((one) => isNew(charge, one));
  const notOurs = await foreignOf(deps, charge, fresh, ofCredit);
  if (notOurs === undefined) return { charge, outcome: 'open' };
  const { foreign, isComplete } = notOurs;
  const isUnread = readable.length < ofCredit.length || !isComplete;
  if (isUnread) warn(deps, charge, 'bank_return_unreadable', settlement.endToEndId);
  const outcome = isUnread ? 'open' : 'complete';
  if (foreign.length === 0) return { charge, outcome };
  if (isAwaitingPosting(charge)) return { charge, outcome: 'open' };
  for (const { devolutionId } of foreign.filter((one) => isContradiction(charge, one)))
    warn(deps, charge, 'bank_return_contradicts', devolutionId);
  if (foreign.some((one) => isOfUnknownCase(charge, one))) await deps.recordCases?.(charge);
  let before = bankReturnsOf(charge);
  const after = await deps.charges.update(charge.tenant, charge, (current) => {
    before = bankReturnsOf(current);
    return record(current, foreign, deps.now());
  });
  warnOfFailed(deps, after, before);
  for (const { id, devolutionId, reason, amount } of bankReturnsOf(after).slice(before.length))
    deps.log.info(
      { charge_id: after.id, refund_id: id, devolution_id: devolutionId, reason, amount },
      'bank return recorded',
    );
  if (excessOf(after) > 0) warn(deps, after, 'bank_return_exceeds', settlement.endToEndId);
  return { charge: after, outcome };
}

const named = (
  { endToEndId, status, reason, isOfCase = false }: ShownDevolution,
  devolutionId: string,
  amount: Cents,
): ShownBankReturn => ({
  id: newId('refund'),
  endToEndId,
  devolutionId,
  amount,
  status,
  reason,
  isOfCase,
});

/** Neither recorded as it stands nor a refund of ours that the charge has heard of. */
const isNew = (charge: Charge, shown: ShownBankReturn): boolean =>
  !isRecorded(charge, shown) && !charge.refunds.some(({ id }) => refundBankId(id) === shown.devolutionId);

/** First seen, and of a case that is not known, if of any. */
const isOfUnknownCase = (charge: Charge, { isOfCase = false, ...shown }: ShownBankReturn): boolean =>
  isOfCase &&
  !bankReturnsOf(charge).some(sameDevolution(shown)) &&
  payingCase(charge, { ...shown, isOfCase }) === undefined;

type Foreign = {
  readonly foreign: readonly ShownBankReturn[];
  /** False: of some nobody can say whether they are ours. */
  readonly isComplete: boolean;
};

/**
 * Those that refund has not ordered; undefined when it cannot be asked. What was recorded once is known not
 * to be ours. Of one that the bank names by its return alone nobody knows, while one of ours is not shown.
 */
async function foreignOf(
  { refunds, log }: RecordDeps,
  charge: Charge,
  fresh: readonly ShownBankReturn[],
  shown: readonly ShownDevolution[],
): Promise<Foreign | undefined> {
  const recorded = new Set(bankReturnsOf(charge).map(({ devolutionId }) => devolutionId));
  const unknown = fresh.find(({ devolutionId }) => !recorded.has(devolutionId));
  if (unknown === undefined) return { foreign: fresh, isComplete: true };
  try {
    const own = await refunds.ownIds({ requestId: charge.id }, unknown.endToEndId);
    const ids = new Set(shown.map(({ id }) => id));
    const isOneMissing = [...own].some((id) => !ids.has(id));
    const byReturn = new Set(shown.flatMap(({ id, isNamedByReturn }) => (isNamedByReturn && id !== null ? [id] : [])));
    const isOpen = (id: string): boolean => isOneMissing && byReturn.has(id) && !recorded.has(id);
    const foreign = fresh.filter(({ devolutionId: id }) => !own.has(id) && !isOpen(id));
    return { foreign, isComplete: !fresh.some(({ devolutionId: id }) => !own.has(id) && isOpen(id)) };
  } catch (err) {
    if (!isUnavailable(err)) throw err;
    log.warn({ charge_id: charge.id, err }, 'refund cannot answer which devolutions are ours');
    return undefined;
  }
}

/** What the bank did not get of a case stays set aside: people have to ask it what comes of that. */
function warnOfFailed({ log }: RecordDeps, charge: Charge, before: readonly BankReturn[]): void {
  const known = new Map(before.map((one) => [one.id, one.status]));
  for (const { id, status, dispute, devolutionId } of bankReturnsOf(charge))
    if (status === 'FAILED' && dispute !== undefined && known.get(id) !== 'FAILED')
      log.error(
        {
          ...{ alarm: 'dispute_devolution_failed', charge_id: charge.id, dispute_id: dispute.id },
          devolution_id: devolutionId,
        },
        'the bank did not take what a case is about',
      );
}

const ALARMS = {
  bank_return_unreadable: 'the bank takes back credited money in a way that cannot be read',
  bank_return_contradicts: 'the bank contradicts what it showed of a devolution before',
  bank_return_exceeds: 'more goes back of a payment than came in',
} as const;

function warn({ log }: RecordDeps, charge: Charge, alarm: keyof typeof ALARMS, about: string): void {
  const name = `${alarm}:${charge.id}:${about}`;
  if (!isFirstToday(name)) return;
  log.error({ alarm, charge_id: charge.id, bank_profile: charge.bankProfileId }, ALARMS[alarm]);
}
