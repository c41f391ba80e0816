import { type Actor, type Cents, cents, type Id, Refusal, refundBankId, type Tenant } from '@gx/core';
import type { DailyLimits } from './daily-limits.ts';
import { keyOwnership, payerOf } from './destination.ts';
import type { RefundTerms } from './refund.ts';
import type { RefundRoute, RoutePreference } from './route.ts';
import type { RefundableSettlement } from './settlement.ts';

/** What a merchant asks for, already parsed by the edge. */
export type RefundRequest = RoutePreference & {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly chargeId: Id<'charge'>;
  readonly idempotencyKey: string;
  /** Versioned digest of charge and parsed body. */
  readonly requestHash: string;
  /** Absent: all that is left. */
  readonly amount?: number;
  readonly reason?: string;
};

const REASON_MAX = 500;
/**
 * How many refunds a charge may have, failed ones among them (docs/adr/0077): the charge carries them all in
 * its document, and all of them are one answer.
 */
export const REFUNDS_MAX = 1_000;
const KEY_LENGTH = { min: 8, max: 128 } as const;

/** The rules that neither charge nor bank is needed for. The edge checks them too; this is the last line. */
export function refusalOf(request: RefundRequest): Refusal | undefined {
  const { amount, idempotencyKey, reason } = request;
  const { length } = [...idempotencyKey];
  if (length < KEY_LENGTH.min || length > KEY_LENGTH.max) {
    return invalid('idempotencyKey', `The key must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`);
  }
  if (amount !== undefined && (!Number.isSafeInteger(amount) || amount < 1)) {
    return new Refusal('invalid_amount', 'The amount must be a positive integer in the smallest unit.', {
      param: 'amount',
    });
  }
  if (reason !== undefined && [...reason].length > REASON_MAX) {
    return invalid('reason', `The reason has at most ${REASON_MAX} characters.`);
  }
  return undefined;
}

const invalid = (param: string, message: string): Refusal => new Refusal('invalid_request', message, { param });

/** More than what is left, or nothing left at all (decisions A15). */
export const tooMuch = (left: Cents): Refusal =>
  new Refusal('invalid_amount', `The amount is more than what can still be refunded, ${left}.`, { param: 'amount' });

/** As many refunds as a charge may have: a rule of its state, so 422 (decisions A15). */
export const tooMany = (): Refusal => {
  const message = `The charge has had ${REFUNDS_MAX.toLocaleString('en-US')} refunds, failed ones among them, and can have no more.`;
  return new Refusal('unprocessable_entity', message, { reason: 'refund_limit_reached' });
};

/**
 * Fees of cashouts of one charge that the platform would bear beyond what it earned with that charge
 * (decisions, section 10).
 */
export const feeExceedsMargin = (): Refusal =>
  new Refusal(
    'unprocessable_entity',
    'The fee of this cashout is more than the platform bears for this charge: send passFeeToTenant, or refund by devolution.',
    { reason: 'refund_fee_exceeds_margin' },
  );

/** What the service adds to a request before anything is stored. */
export type CreationContext = {
  readonly id: Id<'refund'>;
  readonly settlement: RefundableSettlement;
  readonly route: RefundRoute;
  readonly destinationId: string | undefined;
  readonly limits: DailyLimits;
  readonly traceparent: string | null;
  readonly now: Date;
};

/** Everything about a refund that must never be derived twice. */
export const termsOf = (
  request: RefundRequest,
  { id, settlement, route, destinationId, limits, traceparent, now }: CreationContext,
): RefundTerms => ({
  id,
  kind: 'REFUND',
  tenant: request.tenant,
  chargeId: request.chargeId,
  surface: settlement.surface,
  idempotencyKey: request.idempotencyKey,
  requestHash: request.requestHash,
  amount: request.amount === undefined ? null : cents(request.amount),
  currency: settlement.currency,
  fee: route.fee,
  reason: request.reason ?? null,
  bank: {
    profileId: settlement.bankProfileId,
    strategy: route.strategy,
    endToEndId: settlement.endToEndId,
    ...(settlement.order === null ? {} : { order: settlement.order }),
    id: refundBankId(id),
    body: null,
    destinationKey: route.destinationKey,
  },
  ...(destinationId === undefined ? {} : { destinationId }),
  limits,
  toOtherKey:
    request.destinationKey !== undefined &&
    route.destinationKey !== null &&
    keyOwnership(route.destinationKey, payerOf(settlement)) !== 'payer',
  traceparent,
  createdAt: now,
});
