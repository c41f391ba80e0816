import type { RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import type { LimitTotalRecord, PayoutRecord } from './payout-records.ts';
import { stands } from './payouts.ts';

/** What payouts take of the limits of their accounts, against a recount of those that stand. */

const totalsOf = ({ limitTotals }: RunEvidence, accountId: string, kind: string): LimitTotalRecord[] =>
  limitTotals.filter((one) => one.accountId === accountId && one._id.includes(`:${kind}:`));
const amountOf = ({ amount }: PayoutRecord): number => amount;
const sumOf = ({ sum: total }: LimitTotalRecord): number => total;

/** Nobody here pays twice to a destination a day apart, so that each payout is one to a new destination. */
const KINDS = ['payout_per_day', 'payout_new_destination'] as const;

function miscounted(evidence: RunEvidence): string[] {
  const accounts = evidence.story.merchants.map(({ tenant }) => tenant.accountId as string);
  return accounts.flatMap((accountId) => {
    const own = evidence.payouts.filter((payout) => payout.accountId === accountId && stands(payout));
    const standing = sum(own.map(amountOf));
    return KINDS.flatMap((kind) => {
      const counted = sum(totalsOf(evidence, accountId, kind).map(sumOf));
      return counted === standing ? [] : [`${accountId}: ${kind} says ${counted}, payouts of ${standing} stand`];
    });
  });
}

/** Within what the account may send. */
const exceeded = (evidence: RunEvidence): string[] =>
  evidence.story.merchants.flatMap(({ tenant: { accountId }, perDayMax = Number.POSITIVE_INFINITY }) =>
    totalsOf(evidence, accountId, 'payout_per_day')
      .filter(({ sum: total }) => total > perDayMax)
      .map(({ _id, sum: total }) => `${_id} is ${total}, ${perDayMax} is allowed`),
  );

/** Of two alike that nobody meant, the later one is refused as long as the first one stands. */
function doubled({ payouts }: RunEvidence): string[] {
  const unmeant = payouts.filter((payout) => stands(payout) && !payout.allowDuplicate);
  return [...Map.groupBy(unmeant, ({ destinationIdentity, amount }) => `${destinationIdentity}:${amount}`).values()]
    .filter(({ length }) => length > 1)
    .map((alike) => `${alike.map(({ _id }) => _id).join(' and ')} are one payout twice`);
}

export const PAYOUT_LIMITS: readonly Invariant[] = [
  {
    id: 'I20',
    says: 'limits count what stands and nothing else, are never exceeded, and no payout stands twice by mistake',
    counts: 'claims',
    looked: ({ limitClaims }) => limitClaims.length,
    broken: (evidence) => [...miscounted(evidence), ...exceeded(evidence), ...doubled(evidence)],
  },
];
