/** Messages of gx.ledger.v1. */
export type * from '../gen/gx/ledger/v1/EntryPosted.ts';
export type * from '../gen/gx/ledger/v1/LedgerEvent.ts';
export type * from '../gen/gx/ledger/v1/LedgerProblem.ts';
export type * from '../gen/gx/ledger/v1/ListWalletsRequest.ts';
export type * from '../gen/gx/ledger/v1/ListWalletsResponse.ts';
export type * from '../gen/gx/ledger/v1/VerifyLedgerResponse.ts';
export type * from '../gen/gx/ledger/v1/Wallet.ts';
