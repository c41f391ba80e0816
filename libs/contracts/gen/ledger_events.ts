import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EncryptedCountInput as _gx_common_v1_EncryptedCountInput, EncryptedCount as _gx_common_v1_EncryptedCount } from './gx/common/v1/EncryptedCount.ts';
import type { ErrorDetailInput as _gx_common_v1_ErrorDetailInput, ErrorDetail as _gx_common_v1_ErrorDetail } from './gx/common/v1/ErrorDetail.ts';
import type { FieldProblemInput as _gx_common_v1_FieldProblemInput, FieldProblem as _gx_common_v1_FieldProblem } from './gx/common/v1/FieldProblem.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from './gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from './gx/common/v1/ReencryptSecretsResponse.ts';
import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from './gx/common/v1/Tenant.ts';
import type { EntryPostedInput as _gx_ledger_v1_EntryPostedInput, EntryPosted as _gx_ledger_v1_EntryPosted } from './gx/ledger/v1/EntryPosted.ts';
import type { LedgerEventInput as _gx_ledger_v1_LedgerEventInput, LedgerEvent as _gx_ledger_v1_LedgerEvent } from './gx/ledger/v1/LedgerEvent.ts';

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
        EntryPosted: MessageTypeDefinition<_gx_ledger_v1_EntryPostedInput, _gx_ledger_v1_EntryPosted>
        LedgerEvent: MessageTypeDefinition<_gx_ledger_v1_LedgerEventInput, _gx_ledger_v1_LedgerEvent>
      }
    }
  }
}

