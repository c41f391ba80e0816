import type { PayoutEvent } from '@gx/contracts/payout';
import type { EventPublications } from './announced.ts';

/** A payout as it is stored, as far as the checker reads it. */
export type PayoutRecord = {
  readonly _id: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
  readonly providerFee: number;
  readonly bankId: string;
  readonly destinationIdentity: string;
  readonly allowDuplicate: boolean;
  readonly status: string;
  readonly finalStatus: string | null;
  readonly failureCode: string | null;
  readonly scheduledFor: Date | null;
  readonly approvalRequired: boolean;
  readonly decision: object | null;
  readonly returns: readonly { readonly id: string; readonly amount: number }[];
  readonly lostAt: Date | null;
  readonly sequence: number;
  readonly due?: Readonly<Record<string, Date>>;
  readonly outbox: readonly { readonly eventId: string }[];
};
/** What a payout takes of the limits of its account, under the payout's id. */
export type LimitClaimRecord = {
  readonly _id: string;
  readonly accountId: string;
  readonly isReleased: boolean;
  readonly shares: readonly { readonly total: string; readonly by: number }[];
};
export type LimitTotalRecord = { readonly _id: string; readonly accountId: string; readonly sum: number };
/** A Pix that left the bank, as the bank has it; `_id` ends with the id that it was ordered by. */
export type PixOutRecord = {
  readonly _id: string;
  readonly amount: number;
  readonly status: string;
  readonly requestedAt: Date;
  readonly destination: string | { readonly key?: string };
  readonly returns?: readonly { readonly id: string; readonly rtrId: string; readonly amount: number }[];
};
export type PayoutEvents = ReadonlyMap<string, EventPublications<PayoutEvent>>;
