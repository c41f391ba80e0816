/** Messages of gx.refund.v1. */
export type * from '../gen/gx/refund/v1/refund.ts';
export type * from '../gen/gx/refund/v1/refund_events.ts';
