/** Messages of gx.webhooks.v1. */
export type * from '../gen/gx/webhooks/v1/webhooks.ts';
