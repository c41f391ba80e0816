/** Messages of gx.charge.v1, for the services that speak it. */

export type * from '../gen/gx/charge/v1/charge.ts';
export type * from '../gen/gx/charge/v1/charge_events.ts';
