// Original file: gx/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListWalletsRequestInput as _gx_ledger_v1_ListWalletsRequestInput, ListWalletsRequest as _gx_ledger_v1_ListWalletsRequest } from '../../../gx/ledger/v1/ListWalletsRequest.ts';
import type { ListWalletsResponseInput as _gx_ledger_v1_ListWalletsResponseInput, ListWalletsResponse as _gx_ledger_v1_ListWalletsResponse } from '../../../gx/ledger/v1/ListWalletsResponse.ts';
import type { VerifyLedgerRequestInput as _gx_ledger_v1_VerifyLedgerRequestInput, VerifyLedgerRequest as _gx_ledger_v1_VerifyLedgerRequest } from '../../../gx/ledger/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponseInput as _gx_ledger_v1_VerifyLedgerResponseInput, VerifyLedgerResponse as _gx_ledger_v1_VerifyLedgerResponse } from '../../../gx/ledger/v1/VerifyLedgerResponse.ts';

/**
 * Wallets and the journal behind them.
 */
export interface LedgerServiceClient extends grpc.Client {
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  ListWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  listWallets(argument: _gx_ledger_v1_ListWalletsRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_ListWalletsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Recomputes every wallet from its journal and walks every hash chain.
   */
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  VerifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  /**
   * Recomputes every wallet from its journal and walks every hash chain.
   */
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  verifyLedger(argument: _gx_ledger_v1_VerifyLedgerRequestInput, callback: grpc.requestCallback<_gx_ledger_v1_VerifyLedgerResponse>): grpc.ClientUnaryCall;
  
}

/**
 * Wallets and the journal behind them.
 */
export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  ListWallets: grpc.handleUnaryCall<_gx_ledger_v1_ListWalletsRequest, _gx_ledger_v1_ListWalletsResponseInput>;
  
  /**
   * Recomputes every wallet from its journal and walks every hash chain.
   */
  VerifyLedger: grpc.handleUnaryCall<_gx_ledger_v1_VerifyLedgerRequest, _gx_ledger_v1_VerifyLedgerResponseInput>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  ListWallets: MethodDefinition<_gx_ledger_v1_ListWalletsRequestInput, _gx_ledger_v1_ListWalletsResponseInput, _gx_ledger_v1_ListWalletsRequest, _gx_ledger_v1_ListWalletsResponse>
  VerifyLedger: MethodDefinition<_gx_ledger_v1_VerifyLedgerRequestInput, _gx_ledger_v1_VerifyLedgerResponseInput, _gx_ledger_v1_VerifyLedgerRequest, _gx_ledger_v1_VerifyLedgerResponse>
}
