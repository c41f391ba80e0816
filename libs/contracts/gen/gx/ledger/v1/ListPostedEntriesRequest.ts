// Original file: gx/ledger/v1/ledger.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface ListPostedEntriesRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * At most 100: `suspense:<end-to-end id>`, `returned:<end-to-end id>`, `loss:<refund id>`,
   * `dispute:<dispute id>:hold` and its ends, `bank_return:<end-to-end id>:<devolution id>:hold` and its
   * ends.
   */
  'references'?: (string)[];
}

export interface ListPostedEntriesRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * At most 100: `suspense:<end-to-end id>`, `returned:<end-to-end id>`, `loss:<refund id>`,
   * `dispute:<dispute id>:hold` and its ends, `bank_return:<end-to-end id>:<devolution id>:hold` and its
   * ends.
   */
  'references': (string)[];
}
