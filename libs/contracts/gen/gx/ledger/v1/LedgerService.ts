// Original file: gx/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EndHoldRequestInput as _gx_ledger_v1_EndHoldRequestInput, EndHoldRequest as _gx_ledger_v1_EndHoldRequest } from '../../../gx/ledger/v1/EndHoldRequest.ts';
import type { HoldInput as _gx_ledger_v1_HoldInput, Hold as _gx_ledger_v1_Hold } from '../../../gx/ledger/v1/Hold.ts';
import type { ListCreditsRequestInput as _gx_ledger_v1_ListCreditsRequestInput, ListCreditsRequest as _gx_ledger_v1_ListCreditsRequest } from '../../../gx/ledger/v1/ListCreditsRequest.ts';
import type { ListCreditsResponseInput as _gx_ledger_v1_ListCreditsResponseInput, ListCreditsResponse as _gx_ledger_v1_ListCreditsResponse } from '../../../gx/ledger/v1/ListCreditsResponse.ts';
import type { ListPostedEntriesRequestInput as _gx_ledger_v1_ListPostedEntriesRequestInput, ListPostedEntriesRequest as _gx_ledger_v1_ListPostedEntriesRequest } from '../../../gx/ledger/v1/ListPostedEntriesRequest.ts';
import type { ListPostedEntriesResponseInput as _gx_ledger_v1_ListPostedEntriesResponseInput, ListPostedEntriesResponse as _gx_ledger_v1_ListPostedEntriesResponse } from '../../../gx/ledger/v1/ListPostedEntriesResponse.ts';
import type { ListPostedHoldsRequestInput as _gx_ledger_v1_ListPostedHoldsRequestInput, ListPostedHoldsRequest as _gx_ledger_v1_ListPostedHoldsRequest } from '../../../gx/ledger/v1/ListPostedHoldsRequest.ts';
import type { ListPostedHoldsResponseInput as _gx_ledger_v1_ListPostedHoldsResponseInput, ListPostedHoldsResponse as _gx_ledger_v1_ListPostedHoldsResponse } from '../../../gx/ledger/v1/ListPostedHoldsResponse.ts';
import type { ListWalletsRequestInput as _gx_ledger_v1_ListWalletsRequestInput, ListWalletsRequest as _gx_ledger_v1_ListWalletsRequest } from '../../../gx/ledger/v1/ListWalletsRequest.ts';
import type { ListWalletsResponseInput as _gx_ledger_v1_ListWalletsResponseInput, ListWalletsResponse as _gx_ledger_v1_ListWalletsResponse } from '../../../gx/ledger/v1/ListWalletsResponse.ts';
import type { PlaceHoldRequestInput as _gx_ledger_v1_PlaceHoldRequestInput, PlaceHoldRequest as _gx_ledger_v1_PlaceHoldRequest } from '../../../gx/ledger/v1/PlaceHoldRequest.ts';
import type { VerifyLedgerRequestInput as _gx_ledger_v1_VerifyLedgerRequestInput, VerifyLedgerRequest as _gx_ledger_v1_VerifyLedgerRequest } from '../../../gx/ledger/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponseInput as _gx_ledger_v1_VerifyLedgerResponseInput, VerifyLedgerResponse as _gx_ledger_v1_VerifyLedgerResponse } from '../../../gx/ledger/v1/VerifyLedgerResponse.ts';

/**
 * Wallets and the journal behind them.
 */
export interface LedgerServiceClient extends grpc.Client {
  /**
   * Spends a hold: retained to the bank. FAILED_PRECONDITION `hold_voided` and an alarm when it was voided.
   */
  CommitHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  CommitHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  CommitHold(argument: _gx_ledger_v1_EndHoldRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  CommitHold(argument: _gx_ledger_v1_EndHoldRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  /**
   * Spends a hold: retained to the bank. FAILED_PRECONDITION `hold_voided` and an alarm when it was voided.
   */
  commitHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  commitHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  commitHold(argument: _gx_ledger_v1_EndHoldRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  commitHold(argument: _gx_ledger_v1_EndHoldRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  
  /**
   * Money that came from a bank, by the time of its entry, or by charge (operators only).
   */
  ListCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  ListCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  ListCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  ListCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  /**
   * Money that came from a bank, by the time of its entry, or by charge (operators only).
   */
  listCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  listCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  listCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  listCredits(argument: _gx_ledger_v1_ListCreditsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListCreditsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Which of these entries stand in the wallets of a tenant, or in the platform's chain of its environment.
   * Asked by who tells of money by events that nobody answers: what does not stand was perhaps never heard.
   */
  ListPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  ListPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  ListPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  ListPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  /**
   * Which of these entries stand in the wallets of a tenant, or in the platform's chain of its environment.
   * Asked by who tells of money by events that nobody answers: what does not stand was perhaps never heard.
   */
  listPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  listPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  listPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  listPostedEntries(argument: _gx_ledger_v1_ListPostedEntriesRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedEntriesResponse>): grpc.ClientUnaryCall;
  
  /**
   * What the journal has of these holds (operators only).
   */
  ListPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  ListPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  ListPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  ListPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  /**
   * What the journal has of these holds (operators only).
   */
  listPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  listPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  listPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  listPostedHolds(argument: _gx_ledger_v1_ListPostedHoldsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListPostedHoldsResponse>): grpc.ClientUnaryCall;
  
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Reserves money of a wallet: available to retained. Repeated, it answers what stands, whatever became of
   * it since. FAILED_PRECONDITION `insufficient_balance` when the wallet is short, and nothing is kept: the
   * reference stays free.
   */
  PlaceHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  PlaceHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  PlaceHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  PlaceHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  /**
   * Reserves money of a wallet: available to retained. Repeated, it answers what stands, whatever became of
   * it since. FAILED_PRECONDITION `insufficient_balance` when the wallet is short, and nothing is kept: the
   * reference stays free.
   */
  placeHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  placeHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  placeHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  placeHold(argument: _gx_ledger_v1_PlaceHoldRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  
  /**
   * Recomputes every wallet from its journal, walks every hash chain, holds holds, tranches and suspense
   * against entries.
   */
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  /**
   * Recomputes every wallet from its journal, walks every hash chain, holds holds, tranches and suspense
   * against entries.
   */
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  
  /**
   * Gives a hold back: retained to available. An unknown reference is voided too: a later PlaceHold of it
   * answers VOIDED. FAILED_PRECONDITION `hold_committed` and an alarm when it was committed.
   */
  VoidHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  VoidHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  VoidHold(argument: _gx_ledger_v1_EndHoldRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  VoidHold(argument: _gx_ledger_v1_EndHoldRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  /**
   * Gives a hold back: retained to available. An unknown reference is voided too: a later PlaceHold of it
   * answers VOIDED. FAILED_PRECONDITION `hold_committed` and an alarm when it was committed.
   */
  voidHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  voidHold(argument: _gx_ledger_v1_EndHoldRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  voidHold(argument: _gx_ledger_v1_EndHoldRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  voidHold(argument: _gx_ledger_v1_EndHoldRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_Hold>): grpc.ClientUnaryCall;
  
}

/**
 * Wallets and the journal behind them.
 */
export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Spends a hold: retained to the bank. FAILED_PRECONDITION `hold_voided` and an alarm when it was voided.
   */
  CommitHold: grpc.handleUnaryCall<_gx_ledger_v1_EndHoldRequest, _gx_ledger_v1_HoldInput>;
  
  /**
   * Money that came from a bank, by the time of its entry, or by charge (operators only).
   */
  ListCredits: grpc.handleUnaryCall<_gx_ledger_v1_ListCreditsRequest, _gx_ledger_v1_ListCreditsResponseInput>;
  
  /**
   * Which of these entries stand in the wallets of a tenant, or in the platform's chain of its environment.
   * Asked by who tells of money by events that nobody answers: what does not stand was perhaps never heard.
   */
  ListPostedEntries: grpc.handleUnaryCall<_gx_ledger_v1_ListPostedEntriesRequest, _gx_ledger_v1_ListPostedEntriesResponseInput>;
  
  /**
   * What the journal has of these holds (operators only).
   */
  ListPostedHolds: grpc.handleUnaryCall<_gx_ledger_v1_ListPostedHoldsRequest, _gx_ledger_v1_ListPostedHoldsResponseInput>;
  
  ListWallets: grpc.handleUnaryCall<_gx_ledger_v1_ListWalletsRequest, _gx_ledger_v1_ListWalletsResponseInput>;
  
  /**
   * Reserves money of a wallet: available to retained. Repeated, it answers what stands, whatever became of
   * it since. FAILED_PRECONDITION `insufficient_balance` when the wallet is short, and nothing is kept: the
   * reference stays free.
   */
  PlaceHold: grpc.handleUnaryCall<_gx_ledger_v1_PlaceHoldRequest, _gx_ledger_v1_HoldInput>;
  
  /**
   * Recomputes every wallet from its journal, walks every hash chain, holds holds, tranches and suspense
   * against entries.
   */
  VerifyLedger: grpc.handleUnaryCall<_gx_ledger_v1_VerifyLedgerRequest, _gx_ledger_v1_VerifyLedgerResponseInput>;
  
  /**
   * Gives a hold back: retained to available. An unknown reference is voided too: a later PlaceHold of it
   * answers VOIDED. FAILED_PRECONDITION `hold_committed` and an alarm when it was committed.
   */
  VoidHold: grpc.handleUnaryCall<_gx_ledger_v1_EndHoldRequest, _gx_ledger_v1_HoldInput>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  CommitHold: MethodDefinition<_gx_ledger_v1_EndHoldRequestInput, _gx_ledger_v1_HoldInput, _gx_ledger_v1_EndHoldRequest, _gx_ledger_v1_Hold>
  ListCredits: MethodDefinition<_gx_ledger_v1_ListCreditsRequestInput, _gx_ledger_v1_ListCreditsResponseInput, _gx_ledger_v1_ListCreditsRequest, _gx_ledger_v1_ListCreditsResponse>
  ListPostedEntries: MethodDefinition<_gx_ledger_v1_ListPostedEntriesRequestInput, _gx_ledger_v1_ListPostedEntriesResponseInput, _gx_ledger_v1_ListPostedEntriesRequest, _gx_ledger_v1_ListPostedEntriesResponse>
  ListPostedHolds: MethodDefinition<_gx_ledger_v1_ListPostedHoldsRequestInput, _gx_ledger_v1_ListPostedHoldsResponseInput, _gx_ledger_v1_ListPostedHoldsRequest, _gx_ledger_v1_ListPostedHoldsResponse>
  ListWallets: MethodDefinition<_gx_ledger_v1_ListWalletsRequestInput, _gx_ledger_v1_ListWalletsResponseInput, _gx_ledger_v1_ListWalletsRequest, _gx_ledger_v1_ListWalletsResponse>
  PlaceHold: MethodDefinition<_gx_ledger_v1_PlaceHoldRequestInput, _gx_ledger_v1_HoldInput, _gx_ledger_v1_PlaceHoldRequest, _gx_ledger_v1_Hold>
  VerifyLedger: MethodDefinition<_gx_ledger_v1_VerifyLedgerRequestInput, _gx_ledger_v1_VerifyLedgerResponseInput, _gx_ledger_v1_VerifyLedgerRequest, _gx_ledger_v1_VerifyLedgerResponse>
  VoidHold: MethodDefinition<_gx_ledger_v1_EndHoldRequestInput, _gx_ledger_v1_HoldInput, _gx_ledger_v1_EndHoldRequest, _gx_ledger_v1_Hold>
}
