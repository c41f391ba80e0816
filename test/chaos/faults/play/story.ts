import type { Charge } from '@gx/contracts/charge';
import type { Payout } from '@gx/contracts/payout';
import type { Refund } from '@gx/contracts/refund';
import type { Tenant } from '@gx/core';

/** What a merchant's client asked for under one key, and everything that came back. */
export type Creation = {
  readonly key: string;
  readonly amount: number;
  /** Undefined: Pix. */
  readonly method?: string | undefined;
  /** The only payer whose money the merchant wants. */
  readonly expectedPayer?: string | undefined;
  readonly answers: Charge[];
  /** What became of the same key with another body. */
  misuse?: 'refused' | 'answered';
};
/** A refund under one key: every answer, and the final refusal if there was one. */
export type RefundAsk = {
  readonly key: string;
  readonly chargeId: string;
  readonly amount: number | undefined;
  readonly answers: Refund[];
  refusal?: string;
};
/** A payout under one key, and where its client wanted the money: every answer, and the final refusal. */
export type PayoutAsk = {
  readonly key: string;
  readonly amount: number;
  readonly pixKey: string;
  readonly answers: Payout[];
  refusal?: string;
};
/** A key that was rotated, and what every gateway said of it from the answer on. */
export type Rotation = {
  readonly label: string;
  /** The key that the merchant holds now. */
  readonly fresh: string;
  /** How often the old key was tried after the answer, and how often it still opened something. */
  readonly triedLate: number;
  readonly acceptedLate: number;
  readonly freshWorks: boolean;
};
export type Cancel = { readonly chargeId: string; readonly outcome: 'cancelled' | 'refused' };

/** One merchant of a schedule: nobody else ever writes to its tenant. */
export type StoryMerchant = {
  readonly tenant: Tenant;
  readonly sinkPath: string;
  readonly webhookSecret: string;
  readonly subscribed: readonly string[];
  readonly creations: Creation[];
  readonly cancels: Cancel[];
  readonly refunds: RefundAsk[];
  readonly payouts: PayoutAsk[];
  readonly rotations: Rotation[];
  /** What the account may pay out in a day; absent: whatever it has. */
  perDayMax?: number;
  /** Charges whose held money an operator approved. */
  readonly approvals?: string[];
  /**
   * Refunds and payouts that the bank failed in so many words and paid after all: the platform bears them.
   */
  readonly losses?: string[];
};
/**
 * What happened from the outside in one schedule: the clients' own memory, with which everything else must
 * agree.
 */
export type Story = { readonly startedAt: Date; readonly merchants: readonly StoryMerchant[] };
