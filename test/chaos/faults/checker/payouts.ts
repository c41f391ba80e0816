import type { EntryRecord, RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import type { PayoutRecord, PixOutRecord } from './payout-records.ts';

/** Payouts: what the bank did of each, what the wallet did of it, and what came back. */

const HIDDEN: ReadonlySet<string> = new Set(['INITIATED', 'DROPPED']);
const amountOf = ({ amount }: { readonly amount: number }): number => amount;
const isSent = ({ status }: PixOutRecord): boolean => status === 'REALIZADO';
/** It had arrived, whatever was returned of it since. */
export const hasArrived = ({ status, failureCode }: PayoutRecord): boolean =>
  status === 'PAID' || failureCode === 'returned';
/** Of what is promised and neither failed nor was cancelled. */
export const stands = ({ status }: PayoutRecord): boolean => ['PENDING', 'PROCESSING', 'PAID'].includes(status);

/** Whether somebody still has to do something about it; who waits for a time or for a user waits on. */
export function isPayoutUnderWay(payout: PayoutRecord, now = new Date()): boolean {
  const { status, finalStatus, scheduledFor, approvalRequired, decision } = payout;
  if (status !== 'PENDING') return HIDDEN.has(status) || status === 'PROCESSING';
  if (finalStatus !== null) return true;
  return (scheduledFor === null || scheduledFor <= now) && !(approvalRequired && decision === null);
}

const bankIdOf = ({ _id }: PixOutRecord): string => _id.split('/').at(-1) ?? '';
const keyAt = ({ destination }: PixOutRecord): string | undefined =>
  typeof destination === 'string' ? destination : destination.key;

/** What the ledger has of something, net of what was taken back: a debit is above zero. */
const at = (entries: readonly EntryRecord[], ...addresses: readonly string[]): number =>
  sum(entries.flatMap(({ postings }) => postings.filter(({ address }) => addresses.includes(address))).map(amountOf));
/** What is owed is paid first by whatever becomes available. */
const FREE = ['merchant:available', 'merchant:receivable'] as const;

/**
 * The bank's books: each payout is there once if it has arrived, else not at all, as its client wanted it.
 */
function unlikeSent(evidence: RunEvidence): string[] {
  const { payouts, pixOuts, refunds, story } = evidence;
  const asks = new Map(story.merchants.flatMap((one) => one.payouts).map((ask) => [ask.key, ask]));
  const ordered = new Set([...payouts, ...refunds].map(({ bankId }) => bankId));
  const strange = pixOuts.filter((one) => one.status !== 'NAO_REALIZADO' && !ordered.has(bankIdOf(one)));
  return [
    ...strange.map(({ _id, amount }) => `the bank sent ${amount} by ${_id}, which is the id of nothing`),
    ...payouts.flatMap((payout) => {
      const ask = asks.get(payout.idempotencyKey);
      const sent = pixOuts.filter((one) => bankIdOf(one) === payout.bankId && isSent(one));
      const wanted = hasArrived(payout) || payout.lostAt !== null ? 1 : 0;
      const isOther = sent.some((one) => one.amount !== ask?.amount || keyAt(one) !== ask.pixKey);
      return [
        ...(sent.length === wanted
          ? []
          : [`payout ${payout._id} is ${payout.status}, the bank sent it ${sent.length} times`]),
        ...(isOther ? [`payout ${payout._id}: the bank sent something else than its client ordered`] : []),
      ];
    }),
  ];
}

/** The hold of each payout: once, of amount and fee, ended once and as the payout ended. */
function misheldPayouts(evidence: RunEvidence): string[] {
  const own = Map.groupBy(
    evidence.entries.filter(({ _id }) => _id.startsWith('payout:')),
    ({ _id }) => _id.split(':')[1] ?? '',
  );
  const known = new Set(evidence.payouts.map(({ _id }) => _id));
  const dropped = [...own].filter(([id]) => !known.has(id));
  return [
    ...dropped
      .filter(([, entries]) => at(entries, 'merchant:retained') !== 0 || at(entries, ...FREE) !== 0)
      .map(([id]) => `payout ${id} was never promised, and its money is gone`),
    ...evidence.payouts.flatMap((payout) => misheld(payout, own.get(payout._id) ?? [])),
  ];
}

function misheld(payout: PayoutRecord, entries: readonly EntryRecord[]): string[] {
  const { _id, amount, fee, providerFee, status } = payout;
  const of = (end: string): EntryRecord[] => entries.filter((entry) => entry._id.startsWith(`payout:${_id}:${end}`));
  const [held, spent, given] = [of('hold'), of('confirm'), of('void')];
  const isOver = !stands(payout) || status === 'PAID';
  const ends = [hasArrived(payout) ? 1 : 0, isOver && !hasArrived(payout) ? 1 : 0];
  const faults = [
    ...(held.length === 1 && at(held, 'merchant:retained') === 0 - amount - fee
      ? []
      : [`${held.length} holds of ${0 - at(held, 'merchant:retained')}`]),
    ...(spent.length === ends[0] && given.length === ends[1]
      ? []
      : [`spent ${spent.length} times, given back ${given.length} times`]),
    ...(isOver && at([...held, ...spent, ...given], 'merchant:retained') !== 0 ? ['something is left aside'] : []),
    ...(given.length > 0 && at([...held, ...given], ...FREE) !== 0
      ? [`${at([...held, ...given], ...FREE)} was not given back`]
      : []),
    ...(spent.length === 1 && !sharesFee(spent, { amount, fee, providerFee }) ? ['its fee is in other hands'] : []),
  ];
  return faults.map((fault) => `payout ${_id} is ${status}: ${fault}`);
}

type Terms = Pick<PayoutRecord, 'amount' | 'fee' | 'providerFee'>;
const sharesFee = (spent: readonly EntryRecord[], { amount, fee, providerFee }: Terms): boolean =>
  at(spent, 'provider:clearing') === 0 - amount &&
  at(spent, 'provider:fees_payable') === 0 - providerFee &&
  at(spent, 'platform:fees') === 0 - Math.max(0, fee - providerFee) &&
  at(spent, 'platform:costs') === Math.max(0, providerFee - fee);

type Returned = {
  readonly reference: string;
  readonly id: string;
  readonly amount: number;
  readonly booked: EntryRecord[];
};
/** Whatever came back of a Pix-out of ours, with what the ledger has of it. */
function returnsOf({ payouts, refunds, pixOuts, entries }: RunEvidence): Returned[] {
  const references = new Map([
    ...payouts.map(({ bankId, _id }) => [bankId, `payout:${_id}`] as const),
    ...refunds.map(({ bankId, _id }) => [bankId, `refund:${_id}`] as const),
  ]);
  return pixOuts.flatMap((one) => {
    const reference = references.get(bankIdOf(one));
    if (reference === undefined) return [];
    return (one.returns ?? []).map(({ id, rtrId, amount }) => {
      const names = [id, rtrId].map((name) => `${reference}:returned:${name}`);
      const isOf = (entry: EntryRecord): boolean => names.some((name) => entry._id.startsWith(name));
      return { reference, id, amount, booked: entries.filter(isOf) };
    });
  });
}

/** Whether anything that came back is in no wallet yet, or its payout does not know of it. */
export function hasUnfinishedReturns(evidence: RunEvidence): boolean {
  const returns = returnsOf(evidence);
  return (
    returns.some(({ booked }) => booked.length === 0) ||
    evidence.payouts.some((payout) => sum(payout.returns.map(amountOf)) < backOf(payout, returns))
  );
}

const backOf = ({ _id }: PayoutRecord, returns: readonly Returned[]): number =>
  sum(returns.filter(({ reference }) => reference === `payout:${_id}`).map(amountOf));

/** Each return is credited once, and all of them together decide what the payout is. */
function miscreditedReturns(evidence: RunEvidence): string[] {
  const { payouts, entries } = evidence;
  const returns = returnsOf(evidence);
  const credited = entries.filter(({ _id }) => /^(payout|refund):[^:]+:returned:/.test(_id));
  const known = new Set(returns.flatMap(({ booked }) => booked));
  return [
    ...credited.filter((entry) => !known.has(entry)).map(({ _id }) => `${_id} came back of nothing`),
    ...returns.flatMap(({ reference, id, amount, booked }) =>
      booked.length === 1 && at(booked, 'provider:clearing') === amount && 0 - at(booked, ...FREE) === amount
        ? []
        : [`${reference}: return ${id} of ${amount} was credited ${booked.length} times`],
    ),
    ...payouts.flatMap((payout) => {
      const back = backOf(payout, returns);
      const isWhole = back === payout.amount;
      return [
        ...(sum(payout.returns.map(amountOf)) === back
          ? []
          : [`payout ${payout._id} does not know what came back of it`]),
        ...((payout.failureCode === 'returned') === isWhole
          ? []
          : [`payout ${payout._id} is ${payout.status}, and ${back} of ${payout.amount} came back`]),
      ];
    }),
  ];
}

/** One key, one payout, and every answer the same. */
function forkedPayouts({ payouts, story }: RunEvidence): string[] {
  return story.merchants.flatMap((merchant) =>
    merchant.payouts.flatMap(({ key, answers, refusal }) => {
      const stored = payouts.filter((one) => one.accountId === merchant.tenant.accountId && one.idempotencyKey === key);
      const bodies = new Set(answers.map((answer) => JSON.stringify(answer)));
      return [
        ...(bodies.size > 1 ? [`payout ${key} was answered in ${bodies.size} forms: ${[...bodies].join(' | ')}`] : []),
        ...(stored.length > 1 ? [`payout ${key} stands ${stored.length} times`] : []),
        ...(answers.some(({ id }) => id !== stored[0]?._id) ? [`payout ${key} was answered and is not there`] : []),
        ...(refusal !== undefined && stored.length > 0 ? [`payout ${key} was refused as ${refusal} and is there`] : []),
      ];
    }),
  );
}

export const PAYOUTS: readonly Invariant[] = [
  {
    id: 'I19',
    says: 'a payout is sent once if it is paid and else not at all, and its hold ended once as it did',
    counts: 'payouts',
    looked: ({ payouts }) => payouts.length,
    broken: (evidence) => [...unlikeSent(evidence), ...misheldPayouts(evidence)],
  },
  {
    id: 'I19b',
    says: 'what a bank returns of a Pix-out is credited once, and a payout fails with the last of it',
    counts: 'returns',
    looked: (evidence) => returnsOf(evidence).length,
    broken: miscreditedReturns,
  },
  {
    id: 'I19c',
    says: 'one idempotency key, one payout, and every answer to it the same',
    counts: 'keys of payouts',
    looked: ({ story }) => sum(story.merchants.map((one) => one.payouts.length)),
    broken: forkedPayouts,
  },
];
