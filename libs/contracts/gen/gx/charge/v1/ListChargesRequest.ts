// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListChargesRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'limit'?: (number);
  /**
   * Raw id of the last charge of the page before.
   */
  'startingAfter'?: (string);
  /**
   * Transaction statuses to keep; empty keeps all.
   */
  'statuses'?: (_gx_charge_v1_Charge_StatusInput)[];
  'createdAfterMs'?: (number | string | Long);
  'createdBeforeMs'?: (number | string | Long);
  'customerDocument'?: (string);
  '_startingAfter'?: "startingAfter";
  '_createdAfterMs'?: "createdAfterMs";
  '_createdBeforeMs'?: "createdBeforeMs";
  '_customerDocument'?: "customerDocument";
}

export interface ListChargesRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'limit': (number);
  /**
   * Raw id of the last charge of the page before.
   */
  'startingAfter'?: (string);
  /**
   * Transaction statuses to keep; empty keeps all.
   */
  'statuses': (_gx_charge_v1_Charge_Status)[];
  'createdAfterMs'?: (number);
  'createdBeforeMs'?: (number);
  'customerDocument'?: (string);
  '_startingAfter'?: "startingAfter";
  '_createdAfterMs'?: "createdAfterMs";
  '_createdBeforeMs'?: "createdBeforeMs";
  '_customerDocument'?: "customerDocument";
}
