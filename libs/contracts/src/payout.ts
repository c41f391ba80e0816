/** Messages of gx.payout.v1. */
export type * from '../gen/gx/payout/v1/payout.ts';
export type * from '../gen/gx/payout/v1/payout_events.ts';
