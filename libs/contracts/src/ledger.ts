/** Messages of gx.ledger.v1. */
export type * from '../gen/gx/ledger/v1/ledger.ts';
export type * from '../gen/gx/ledger/v1/ledger_events.ts';
