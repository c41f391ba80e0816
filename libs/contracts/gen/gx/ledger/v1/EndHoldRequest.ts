// Original file: gx/ledger/v1/ledger.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface EndHoldRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'reference'?: (string);
  'currency'?: (string);
}

export interface EndHoldRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'reference': (string);
  'currency': (string);
}
