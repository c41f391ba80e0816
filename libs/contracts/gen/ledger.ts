import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EncryptedCountInput as _gx_common_v1_EncryptedCountInput, EncryptedCount as _gx_common_v1_EncryptedCount } from './gx/common/v1/EncryptedCount.ts';
import type { ErrorDetailInput as _gx_common_v1_ErrorDetailInput, ErrorDetail as _gx_common_v1_ErrorDetail } from './gx/common/v1/ErrorDetail.ts';
import type { FieldProblemInput as _gx_common_v1_FieldProblemInput, FieldProblem as _gx_common_v1_FieldProblem } from './gx/common/v1/FieldProblem.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from './gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from './gx/common/v1/ReencryptSecretsResponse.ts';
import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from './gx/common/v1/Tenant.ts';
import type { AddressBalanceInput as _gx_ledger_v1_AddressBalanceInput, AddressBalance as _gx_ledger_v1_AddressBalance } from './gx/ledger/v1/AddressBalance.ts';
import type { CreditInput as _gx_ledger_v1_CreditInput, Credit as _gx_ledger_v1_Credit } from './gx/ledger/v1/Credit.ts';
import type { EndHoldRequestInput as _gx_ledger_v1_EndHoldRequestInput, EndHoldRequest as _gx_ledger_v1_EndHoldRequest } from './gx/ledger/v1/EndHoldRequest.ts';
import type { HoldInput as _gx_ledger_v1_HoldInput, Hold as _gx_ledger_v1_Hold } from './gx/ledger/v1/Hold.ts';
import type { LedgerProblemInput as _gx_ledger_v1_LedgerProblemInput, LedgerProblem as _gx_ledger_v1_LedgerProblem } from './gx/ledger/v1/LedgerProblem.ts';
import type { LedgerServiceClient as _gx_ledger_v1_LedgerServiceClient, LedgerServiceDefinition as _gx_ledger_v1_LedgerServiceDefinition } from './gx/ledger/v1/LedgerService.ts';
import type { ListCreditsRequestInput as _gx_ledger_v1_ListCreditsRequestInput, ListCreditsRequest as _gx_ledger_v1_ListCreditsRequest } from './gx/ledger/v1/ListCreditsRequest.ts';
import type { ListCreditsResponseInput as _gx_ledger_v1_ListCreditsResponseInput, ListCreditsResponse as _gx_ledger_v1_ListCreditsResponse } from './gx/ledger/v1/ListCreditsResponse.ts';
import type { ListPostedEntriesRequestInput as _gx_ledger_v1_ListPostedEntriesRequestInput, ListPostedEntriesRequest as _gx_ledger_v1_ListPostedEntriesRequest } from './gx/ledger/v1/ListPostedEntriesRequest.ts';
import type { ListPostedEntriesResponseInput as _gx_ledger_v1_ListPostedEntriesResponseInput, ListPostedEntriesResponse as _gx_ledger_v1_ListPostedEntriesResponse } from './gx/ledger/v1/ListPostedEntriesResponse.ts';
import type { ListPostedHoldsRequestInput as _gx_ledger_v1_ListPostedHoldsRequestInput, ListPostedHoldsRequest as _gx_ledger_v1_ListPostedHoldsRequest } from './gx/ledger/v1/ListPostedHoldsRequest.ts';
import type { ListPostedHoldsResponseInput as _gx_ledger_v1_ListPostedHoldsResponseInput, ListPostedHoldsResponse as _gx_ledger_v1_ListPostedHoldsResponse } from './gx/ledger/v1/ListPostedHoldsResponse.ts';
import type { ListWalletsRequestInput as _gx_ledger_v1_ListWalletsRequestInput, ListWalletsRequest as _gx_ledger_v1_ListWalletsRequest } from './gx/ledger/v1/ListWalletsRequest.ts';
import type { ListWalletsResponseInput as _gx_ledger_v1_ListWalletsResponseInput, ListWalletsResponse as _gx_ledger_v1_ListWalletsResponse } from './gx/ledger/v1/ListWalletsResponse.ts';
import type { PlaceHoldRequestInput as _gx_ledger_v1_PlaceHoldRequestInput, PlaceHoldRequest as _gx_ledger_v1_PlaceHoldRequest } from './gx/ledger/v1/PlaceHoldRequest.ts';
import type { PostedHoldInput as _gx_ledger_v1_PostedHoldInput, PostedHold as _gx_ledger_v1_PostedHold } from './gx/ledger/v1/PostedHold.ts';
import type { VerifyLedgerRequestInput as _gx_ledger_v1_VerifyLedgerRequestInput, VerifyLedgerRequest as _gx_ledger_v1_VerifyLedgerRequest } from './gx/ledger/v1/VerifyLedgerRequest.ts';
import type { VerifyLedgerResponseInput as _gx_ledger_v1_VerifyLedgerResponseInput, VerifyLedgerResponse as _gx_ledger_v1_VerifyLedgerResponse } from './gx/ledger/v1/VerifyLedgerResponse.ts';
import type { WalletInput as _gx_ledger_v1_WalletInput, Wallet as _gx_ledger_v1_Wallet } from './gx/ledger/v1/Wallet.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gx: {
    common: {
      v1: {
        EncryptedCount: MessageTypeDefinition<_gx_common_v1_EncryptedCountInput, _gx_common_v1_EncryptedCount>
        ErrorDetail: MessageTypeDefinition<_gx_common_v1_ErrorDetailInput, _gx_common_v1_ErrorDetail>
        FieldProblem: MessageTypeDefinition<_gx_common_v1_FieldProblemInput, _gx_common_v1_FieldProblem>
        ReencryptSecretsRequest: MessageTypeDefinition<_gx_common_v1_ReencryptSecretsRequestInput, _gx_common_v1_ReencryptSecretsRequest>
        ReencryptSecretsResponse: MessageTypeDefinition<_gx_common_v1_ReencryptSecretsResponseInput, _gx_common_v1_ReencryptSecretsResponse>
        Tenant: MessageTypeDefinition<_gx_common_v1_TenantInput, _gx_common_v1_Tenant>
      }
    }
    ledger: {
      v1: {
        AddressBalance: MessageTypeDefinition<_gx_ledger_v1_AddressBalanceInput, _gx_ledger_v1_AddressBalance>
        Credit: MessageTypeDefinition<_gx_ledger_v1_CreditInput, _gx_ledger_v1_Credit>
        EndHoldRequest: MessageTypeDefinition<_gx_ledger_v1_EndHoldRequestInput, _gx_ledger_v1_EndHoldRequest>
        Hold: MessageTypeDefinition<_gx_ledger_v1_HoldInput, _gx_ledger_v1_Hold>
        LedgerProblem: MessageTypeDefinition<_gx_ledger_v1_LedgerProblemInput, _gx_ledger_v1_LedgerProblem>
        /**
         * Wallets and the journal behind them.
         */
        LedgerService: SubtypeConstructor<typeof grpc.Client, _gx_ledger_v1_LedgerServiceClient> & { service: _gx_ledger_v1_LedgerServiceDefinition }
        ListCreditsRequest: MessageTypeDefinition<_gx_ledger_v1_ListCreditsRequestInput, _gx_ledger_v1_ListCreditsRequest>
        ListCreditsResponse: MessageTypeDefinition<_gx_ledger_v1_ListCreditsResponseInput, _gx_ledger_v1_ListCreditsResponse>
        ListPostedEntriesRequest: MessageTypeDefinition<_gx_ledger_v1_ListPostedEntriesRequestInput, _gx_ledger_v1_ListPostedEntriesRequest>
        ListPostedEntriesResponse: MessageTypeDefinition<_gx_ledger_v1_ListPostedEntriesResponseInput, _gx_ledger_v1_ListPostedEntriesResponse>
        ListPostedHoldsRequest: MessageTypeDefinition<_gx_ledger_v1_ListPostedHoldsRequestInput, _gx_ledger_v1_ListPostedHoldsRequest>
        ListPostedHoldsResponse: MessageTypeDefinition<_gx_ledger_v1_ListPostedHoldsResponseInput, _gx_ledger_v1_ListPostedHoldsResponse>
        ListWalletsRequest: MessageTypeDefinition<_gx_ledger_v1_ListWalletsRequestInput, _gx_ledger_v1_ListWalletsRequest>
        ListWalletsResponse: MessageTypeDefinition<_gx_ledger_v1_ListWalletsResponseInput, _gx_ledger_v1_ListWalletsResponse>
        PlaceHoldRequest: MessageTypeDefinition<_gx_ledger_v1_PlaceHoldRequestInput, _gx_ledger_v1_PlaceHoldRequest>
        PostedHold: MessageTypeDefinition<_gx_ledger_v1_PostedHoldInput, _gx_ledger_v1_PostedHold>
        VerifyLedgerRequest: MessageTypeDefinition<_gx_ledger_v1_VerifyLedgerRequestInput, _gx_ledger_v1_VerifyLedgerRequest>
        VerifyLedgerResponse: MessageTypeDefinition<_gx_ledger_v1_VerifyLedgerResponseInput, _gx_ledger_v1_VerifyLedgerResponse>
        Wallet: MessageTypeDefinition<_gx_ledger_v1_WalletInput, _gx_ledger_v1_Wallet>
      }
    }
  }
}

