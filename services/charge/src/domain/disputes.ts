import { type Cents, cents, invariant, returnBankId } from '@gx/core';
import { type Change, type Charge, type ChargeFact, recordEvent } from './charge.ts';
import type { IncomingPayment } from './decide-payment.ts';
import { type Dispute, isMismatch } from './dispute.ts';
import { nextStatus, type Trigger } from './transitions.ts';

/** A dispute as the acquirer shows it, with the id that it will have if it is new. */
export type ShownDispute = Pick<Dispute, 'id' | 'providerId' | 'kind' | 'status' | 'evidenceDueBy'>;

/** Money that the acquirer has given back or is about to, by the id that it has there. */
export type GivenBack = { readonly id: string; readonly amount: Cents };
export type ShownDisputes = { readonly disputes: readonly ShownDispute[]; readonly givenBack: readonly GivenBack[] };

/**
 * Opens and closes what the acquirer shows, each once, in its order (decisions A65, ADR 55). Money that is
 * not in the wallet yet cannot be disputed.
 */
export function applyDisputes(change: Change, { disputes, givenBack }: ShownDisputes, now: Date): Change {
  if (change.charge.settlement?.postedAt == null) return change;
  return disputes.reduce((soFar, dispute) => follow(soFar, dispute, { givenBack, now }), change);
}

/**
 * Notes disputes of money that is not the charge's own: it has gone back, or goes. Nothing is at stake, and
 * people have to look.
 */
export function noteMismatches(change: Change, { disputes }: ShownDisputes): Change {
  const known = new Map(disputesOf(change.charge).map((one) => [one.providerId, one]));
  const isNews = ({ providerId, kind, status }: ShownDispute): boolean =>
    known.get(providerId)?.status !== status || known.get(providerId)?.kind !== kind;
  if (!disputes.some(isNews)) return change;
  for (const shown of disputes)
    known.set(shown.providerId, { ...shown, id: known.get(shown.providerId)?.id ?? shown.id, amount: cents(0) });
  return { ...change, charge: { ...change.charge, disputes: [...known.values()] } };
}

type Following = { readonly givenBack: readonly GivenBack[]; readonly now: Date };

function follow(change: Change, shown: ShownDispute, following: Following): Change {
  const { now } = following;
  const known = disputesOf(change.charge).find(({ providerId }) => providerId === shown.providerId);
  const opened = known === undefined ? open(change, shown, following) : escalate(change, known, shown, now);
  return close(opened, shown, now);
}

export const disputesOf = ({ disputes }: Pick<Charge, 'disputes'>): readonly Dispute[] => disputes ?? [];
const sameAs =
  ({ providerId }: Pick<Dispute, 'providerId'>) =>
  (one: Dispute): boolean =>
    one.providerId === providerId;

function open(change: Change, shown: ShownDispute, { givenBack, now }: Following): Change {
  const { id, providerId, kind, evidenceDueBy } = shown;
  const isLegal = nextStatus(change.charge.status, kind, false) !== undefined;
  const amount = isLegal ? atStake(change.charge, givenBack) : cents(0);
  const due = evidenceDueBy === undefined ? {} : { evidenceDueBy };
  const dispute: Dispute = { id, providerId, kind, status: 'open', amount, openedAt: now, ...due };
  const disputes = [...disputesOf(change.charge), dispute];
  const noted: Change = { ...change, charge: { ...change.charge, disputes } };
  if (isMismatch(dispute)) return noted;
  return move(recordAt(noted, { type: 'charge.dispute_opened', dispute }, now), kind, { dispute, now });
}

/** Three are tried by themselves, each further one by an operator's hand: more than any return has. */
const RETURN_IDS_MAX = 100;

/** The ids at the acquirer that the return of a payment may have. */
export const returnIdsOf = ({ endToEndId }: Pick<IncomingPayment, 'endToEndId'>): readonly string[] =>
  Array.from({ length: RETURN_IDS_MAX }, (_, nth) => returnBankId(endToEndId, nth + 1));

/**
 * What was paid less what the acquirer shows as given back or on its way, and less what another dispute has
 * set aside or taken: it takes no refund of a disputed order, so one that is only ordered will fail, and one
 * that it took counts whether it was heard of or not. What was returned is other money.
 */
function atStake(charge: Charge, givenBack: readonly GivenBack[]): Cents {
  const { amount, payments } = charge;
  const returns = new Set(payments.filter(({ decision }) => decision.kind === 'returned').flatMap(returnIdsOf));
  const gone = givenBack.reduce((sum, back) => (returns.has(back.id) ? sum : sum + back.amount), 0);
  const disputed = disputesOf(charge).reduce((sum, one) => (one.status === 'won' ? sum : sum + one.amount), 0);
  return cents(Math.max(0, amount - gone - disputed));
}

/** The issuer makes a chargeback of the cardholder's dispute: the money stays where it is. */
function escalate(change: Change, known: Dispute, { kind }: ShownDispute, now: Date): Change {
  if (known.kind === kind || known.status !== 'open') return change;
  const dispute = { ...known, kind };
  const noted = note(change, dispute);
  return isMismatch(known) ? noted : move(noted, kind, { dispute, now });
}

/** Its end, as the acquirer shows it. */
function close(change: Change, { providerId, status }: ShownDispute, now: Date): Change {
  const known = disputesOf(change.charge).find(sameAs({ providerId }));
  invariant(known !== undefined, 'a dispute is opened before it is closed');
  return status === 'open' || known.status !== 'open' ? change : endDispute(change, { ...known, status }, now);
}

/** An open dispute is won, and the money is the merchant's again, or lost, and it is gone (decisions A65). */
export function endDispute(change: Change, ended: Dispute, now: Date): Change {
  const dispute: Dispute = { ...ended, decidedAt: now };
  const noted = note(change, dispute);
  if (isMismatch(dispute)) return noted;
  const recorded = recordAt(noted, { type: 'charge.dispute_closed', dispute }, now);
  return dispute.status === 'won'
    ? backToPaid(recorded, 'winCard', { dispute, now })
    : move(recorded, 'chargeback', { dispute, now });
}

/** The money is the merchant's again, unless another dispute still has some of it, or had. */
export function backToPaid(change: Change, trigger: 'win' | 'winCard', cause: Cause): Change {
  const isOver = disputesOf(change.charge).every((one) => one.status === 'won' || isMismatch(one));
  return isOver ? move(change, trigger, cause) : change;
}

/** The change with the dispute as it is now. */
export const note = (change: Change, dispute: Dispute): Change => ({
  ...change,
  charge: {
    ...change.charge,
    disputes: disputesOf(change.charge).map((one) => (sameAs(dispute)(one) ? dispute : one)),
  },
});

export const recordAt = (change: Change, fact: ChargeFact, occurredAt: Date): Change =>
  recordEvent(change, fact, { occurredAt, previousStatus: change.charge.status });

export type Cause = { readonly dispute: Dispute; readonly now: Date };

/** A status that a dispute does not move is no news. */
export function move(change: Change, trigger: Trigger, { dispute, now: occurredAt }: Cause): Change {
  const previousStatus = change.charge.status;
  const status = nextStatus(previousStatus, trigger, false);
  if (status === undefined) return change;
  const moved = { ...change, charge: { ...change.charge, status } };
  const type = trigger === 'win' || trigger === 'winCard' ? 'charge.paid' : 'charge.failed';
  return recordEvent(moved, { type, dispute }, { occurredAt, previousStatus });
}
