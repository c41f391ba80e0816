// Written by `npm run generate` from protos/gx/refund/v1/refund_events.proto.
import type { Tenant } from '../../common/v1/common.ts';
import type { Refund, Refund_Status } from './refund.ts';

/**
 * What happened to one refund or return. Topic gx.refund.events.v1, key account id; `sequence` orders the
 * events of a refund.
 */
export type RefundEvent = {
  /** evt_<hex>, derived from refund and sequence: the same on every publication. */
  readonly eventId: string;
  /** refund.created, refund.progressed, refund.lost, return.progressed. */
  readonly type: string;
  readonly sequence: number;
  readonly tenant: Tenant | null;
  readonly refundId: string;
  /** Empty for a return of money of no charge. */
  readonly chargeId: string;
  readonly occurredAtMs: number;
  /** PENDING: the money is reserved, the bank comes next. */
  readonly created?: Refund;
  /** IN_PROGRESS, REFUNDED or FAILED; REFUNDED again whenever more of it has come back. */
  readonly progressed?: Refund;
  readonly returnProgressed?: ReturnProgressed;
  /** A Pix-out that had failed in so many words succeeded after all: the platform bears it. */
  readonly lost?: RefundLost;
};

export type ReturnProgressed = {
  readonly bankProfileId: string;
  readonly endToEndId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  /**
   * PENDING (it has the order: said only to a caller that orders again before anything else was said),
   * IN_PROGRESS, REFUNDED, FAILED (given to the operator).
   */
  readonly status: Refund_Status;
};

export type RefundLost = {
  readonly amount: number;
  readonly currency: string;
  /** What the bank takes for the Pix-out: the platform's cost. */
  readonly fee: number;
  readonly bankProfileId: string;
};
