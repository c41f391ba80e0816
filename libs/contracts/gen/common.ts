import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ErrorDetailInput as _gx_common_v1_ErrorDetailInput, ErrorDetail as _gx_common_v1_ErrorDetail } from './gx/common/v1/ErrorDetail.ts';
import type { FieldProblemInput as _gx_common_v1_FieldProblemInput, FieldProblem as _gx_common_v1_FieldProblem } from './gx/common/v1/FieldProblem.ts';
import type { ResealSecretsRequestInput as _gx_common_v1_ResealSecretsRequestInput, ResealSecretsRequest as _gx_common_v1_ResealSecretsRequest } from './gx/common/v1/ResealSecretsRequest.ts';
import type { ResealSecretsResponseInput as _gx_common_v1_ResealSecretsResponseInput, ResealSecretsResponse as _gx_common_v1_ResealSecretsResponse } from './gx/common/v1/ResealSecretsResponse.ts';
import type { SealedCountInput as _gx_common_v1_SealedCountInput, SealedCount as _gx_common_v1_SealedCount } from './gx/common/v1/SealedCount.ts';
import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from './gx/common/v1/Tenant.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gx: {
    common: {
      v1: {
        ErrorDetail: MessageTypeDefinition<_gx_common_v1_ErrorDetailInput, _gx_common_v1_ErrorDetail>
        FieldProblem: MessageTypeDefinition<_gx_common_v1_FieldProblemInput, _gx_common_v1_FieldProblem>
        ResealSecretsRequest: MessageTypeDefinition<_gx_common_v1_ResealSecretsRequestInput, _gx_common_v1_ResealSecretsRequest>
        ResealSecretsResponse: MessageTypeDefinition<_gx_common_v1_ResealSecretsResponseInput, _gx_common_v1_ResealSecretsResponse>
        SealedCount: MessageTypeDefinition<_gx_common_v1_SealedCountInput, _gx_common_v1_SealedCount>
        Tenant: MessageTypeDefinition<_gx_common_v1_TenantInput, _gx_common_v1_Tenant>
      }
    }
  }
}

