import { invariant } from '@gx/core';
import { waitsAtFirst } from './create.ts';
import { failureMessageOf, UNNAMED_FAILURE } from './failure.ts';
import { type PlainPayout, returnedOf } from './payout.ts';
import { isHidden, type VisiblePayoutStatus } from './transitions.ts';

/** A payout as it leaves the service; the fields are those of the message gx.payout.v1.Payout. */
export type PayoutView = ReturnType<typeof payoutView>;

/** The payout as it stands. Where the money goes is in it as it may be shown. */
export function payoutView(payout: PlainPayout) {
  // A null would say that its payee was erased.
  invariant(payout.isUnreadable === undefined, 'the key of what a payout says of its payee is lost');
  const { description, metadataJson, scheduledFor, endToEndId, paidAt, decision } = payout;
  return {
    id: payout.id as string,
    tenant: { accountId: payout.tenant.accountId as string, livemode: payout.tenant.livemode },
    amount: payout.amount as number,
    currency: payout.currency as string,
    status: visible(payout),
    fee: payout.fee as number,
    destination: { type: payout.shown.type as string, keyMasked: payout.shown.masked },
    ...(endToEndId === null ? {} : { endToEndId: endToEndId as string }),
    ...failureOf(payout),
    ...(description === null ? {} : { description }),
    ...(metadataJson === null ? {} : { metadataJson }),
    createdAtMs: payout.createdAt.getTime(),
    ...(paidAt === null || payout.status === 'PROCESSING' ? {} : { paidAtMs: paidAt.getTime() }),
    ...(scheduledFor === null ? {} : { scheduledForMs: scheduledFor.getTime() }),
    approval: {
      required: payout.approvalRequired,
      ...(decision === null ? {} : { userId: decision.userId as string, atMs: decision.at.getTime() }),
    },
    returnedAmount: returnedOf(payout),
  };
}

/** The payout in an event: what it says of its payee is under the payee's key. */
export function eventView({ isUnreadable: _, ...payout }: PlainPayout) {
  const { payee } = payout;
  if (payee === undefined || payee.fields.length === 0) return payoutView(payout);
  const { keyId, values: ciphertext, fields } = payee;
  const personalData = { keyId, ciphertext, fields: [...fields] };
  return { ...payoutView({ ...payout, description: null }), personalData };
}

/**
 * The payout as one of a list, and as it was cancelled: where its key is lost what it says of its payee stays
 * encrypted. Read alone it is refused.
 */
export const listedView = (payout: PlainPayout): PayoutView =>
  payout.isUnreadable ? eventView(payout) : payoutView(payout);

/** Both are set exactly when it is FAILED. */
function failureOf({ status, failureCode }: PlainPayout): { failureCode?: string; failureMessage?: string } {
  if (status !== 'FAILED') return {};
  const code = failureCode ?? UNNAMED_FAILURE;
  return { failureCode: code, failureMessage: failureMessageOf(code) };
}

/** The first answer again, whatever has happened since (decisions, section 7, Answer). */
export const firstView = (payout: PlainPayout): PayoutView =>
  payoutView({
    ...payout,
    status: waitsAtFirst(payout) ? 'PENDING' : 'PROCESSING',
    endToEndId: null,
    failureCode: null,
    paidAt: null,
    decision: null,
    returns: [],
  });

function visible({ status }: PlainPayout): VisiblePayoutStatus {
  invariant(!isHidden(status), 'a payout that is not promised is in no answer');
  return status;
}
