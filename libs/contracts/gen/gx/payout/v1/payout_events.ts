// Written by `npm run generate` from protos/gx/payout/v1/payout_events.proto.
import type { Tenant } from '../../common/v1/common.ts';
import type { Payout, Payout_Status } from './payout.ts';

/**
 * What happened to one payout. Topic gx.payout.events.v1, key account id; `sequence` orders the events of a
 * payout.
 */
export type PayoutEvent = {
  /** evt_<hex>, derived from payout and sequence: the same on every publication. */
  readonly eventId: string;
  /** payout.created, payout.paid, payout.failed, payout.lost. */
  readonly type: string;
  readonly sequence: number;
  readonly tenant: Tenant | null;
  readonly payoutId: string;
  readonly occurredAtMs: number;
  readonly created?: PayoutChanged;
  readonly paid?: PayoutChanged;
  /** FAILED or CANCELLED. */
  readonly failed?: PayoutChanged;
  /** It had failed in so many words and arrived after all: the platform bears it. */
  readonly lost?: PayoutLost;
};

/** A public change of status: the payout after it, and the status before. */
export type PayoutChanged = {
  readonly payout: Payout | null;
  /** STATUS_UNSPECIFIED of one that was just created. */
  readonly previousStatus: Payout_Status;
};

export type PayoutLost = {
  readonly amount: number;
  readonly currency: string;
  /** What the bank takes for the Pix-out: the platform's cost. */
  readonly fee: number;
  readonly bankProfileId: string;
};
