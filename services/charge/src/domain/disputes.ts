import { type Cents, cents, invariant } from '@gx/core';
import { type Change, type Charge, type ChargeFact, tell } from './charge.ts';
import type { Dispute } from './order.ts';
import { nextStatus, type Trigger } from './transitions.ts';

/** A dispute as the acquirer shows it, with the id that it will have if it is new. */
export type ShownDispute = Pick<Dispute, 'id' | 'providerId' | 'kind' | 'status'>;

/** Opens and closes what the acquirer shows, each once, in its order (decisions A65, ADR 55). Money that is not in the wallet yet cannot be disputed. */
export const followDisputes = (change: Change, shown: readonly ShownDispute[], now: Date): Change =>
  change.charge.settlement?.postedAt == null
    ? change
    : shown.reduce((soFar, dispute) => follow(soFar, dispute, now), change);

/** A dispute that was written down with nothing at stake: people have to look at it. */
export const isMisfit = ({ amount }: Dispute): boolean => amount === 0;

function follow(change: Change, shown: ShownDispute, now: Date): Change {
  const known = disputesOf(change.charge).find(({ providerId }) => providerId === shown.providerId);
  const opened = known === undefined ? open(change, shown, now) : escalate(change, known, shown, now);
  return close(opened, shown, now);
}

const disputesOf = ({ disputes }: Charge): readonly Dispute[] => disputes ?? [];
const sameAs =
  ({ providerId }: Pick<Dispute, 'providerId'>) =>
  (one: Dispute): boolean =>
    one.providerId === providerId;

function open(change: Change, { id, providerId, kind }: ShownDispute, now: Date): Change {
  const isLegal = nextStatus(change.charge.status, kind, false) !== undefined;
  const amount = isLegal ? atStake(change.charge) : cents(0);
  const dispute: Dispute = { id, providerId, kind, status: 'open', amount };
  const disputes = [...disputesOf(change.charge), dispute];
  const noted: Change = { ...change, charge: { ...change.charge, disputes } };
  if (isMisfit(dispute)) return noted;
  return move(telling(noted, { type: 'charge.dispute_opened', dispute }, now), kind, 'charge.failed', now);
}

/** What was paid less what went back or is on its way. */
function atStake({ amount, refunds }: Charge): Cents {
  const gone = refunds.reduce((sum, refund) => (refund.status === 'FAILED' ? sum : sum + refund.amount), 0);
  return cents(Math.max(0, amount - gone));
}

/** The issuer makes a chargeback of the cardholder's dispute: the money stays where it is. */
function escalate(change: Change, known: Dispute, { kind }: ShownDispute, now: Date): Change {
  if (known.kind === kind || known.status !== 'open') return change;
  const noted = note(change, { ...known, kind });
  return isMisfit(known) ? noted : move(noted, kind, 'charge.failed', now);
}

/** Its end: won, the money is the merchant's again; lost, it is gone, and the charge was charged back. */
function close(change: Change, { providerId, status }: ShownDispute, now: Date): Change {
  const known = disputesOf(change.charge).find(sameAs({ providerId }));
  invariant(known !== undefined, 'a dispute is opened before it is closed');
  if (status === 'open' || known.status !== 'open') return change;
  const dispute: Dispute = { ...known, status };
  const noted = note(change, dispute);
  if (isMisfit(dispute)) return noted;
  const told = telling(noted, { type: 'charge.dispute_closed', dispute }, now);
  return status === 'won' ? move(told, 'winCard', 'charge.paid', now) : move(told, 'chargeback', 'charge.failed', now);
}

const note = (change: Change, dispute: Dispute): Change => ({
  ...change,
  charge: {
    ...change.charge,
    disputes: disputesOf(change.charge).map((one) => (sameAs(dispute)(one) ? dispute : one)),
  },
});

const telling = (change: Change, fact: ChargeFact, occurredAt: Date): Change =>
  tell(change, fact, { occurredAt, previousStatus: change.charge.status });

/** A status that a dispute does not move is no news. */
function move(change: Change, trigger: Trigger, type: 'charge.failed' | 'charge.paid', occurredAt: Date): Change {
  const previousStatus = change.charge.status;
  const status = nextStatus(previousStatus, trigger, false);
  if (status === undefined) return change;
  const moved = { ...change, charge: { ...change.charge, status } };
  return tell(moved, { type }, { occurredAt, previousStatus });
}
