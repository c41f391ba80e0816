import { type Cents, cents, type EndToEndId, type Id, type Tenant } from '@gx/core';
import { ordered, type PaidOrder, type Refund } from './refund.ts';

export type BankReturnStatus = 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
/** What the bank takes back of a credited payment by itself, as charge recorded it (decisions, section 9). */
export type BankReturn = {
  readonly id: Id<'refund'>;
  readonly tenant: Tenant;
  readonly chargeId: Id<'charge'>;
  readonly bankProfileId: string;
  readonly endToEndId: EndToEndId;
  readonly devolutionId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: BankReturnStatus;
  readonly reason: string;
  /** What was paid, where that is not a Pix. */
  readonly paid: PaidOrder | null;
  readonly firstSeenAt: Date;
  readonly traceparent: string | null;
};

/**
 * Which statuses may become each: a bank may execute what it had given up, and what it has executed stands.
 */
export const BEFORE: Readonly<Record<BankReturnStatus, readonly BankReturnStatus[]>> = {
  IN_PROGRESS: [],
  FAILED: ['IN_PROGRESS'],
  REFUNDED: ['IN_PROGRESS', 'FAILED'],
};

/**
 * Its row among the refunds of its charge. Nobody here works on it, and its id at the bank is unique per
 * payment alone.
 */
export const rowOf = (one: BankReturn): Refund =>
  ordered(
    {
      id: one.id,
      kind: 'BANK_RETURN',
      tenant: one.tenant,
      chargeId: one.chargeId,
      surface: null,
      idempotencyKey: null,
      requestHash: null,
      amount: one.amount,
      currency: one.currency,
      fee: { amount: cents(0), payer: 'PLATFORM' },
      reason: one.reason,
      bank: {
        profileId: one.bankProfileId,
        endToEndId: one.endToEndId,
        ...(one.paid === null ? { strategy: 'DEVOLUTION' as const } : { strategy: 'ORDER' as const, order: one.paid }),
        id: `${one.endToEndId}:${one.devolutionId}`,
        body: null,
        destinationKey: null,
      },
      traceparent: one.traceparent,
      createdAt: one.firstSeenAt,
    },
    one.status,
    null,
  );
