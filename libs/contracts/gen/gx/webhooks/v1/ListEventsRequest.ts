// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListEventsRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'limit'?: (number);
  /**
   * Id of the last event of the page before.
   */
  'startingAfter'?: (string);
  /**
   * A canonical name.
   */
  'type'?: (string);
  'createdAfterMs'?: (number | string | Long);
  'createdBeforeMs'?: (number | string | Long);
  '_startingAfter'?: "startingAfter";
  '_type'?: "type";
  '_createdAfterMs'?: "createdAfterMs";
  '_createdBeforeMs'?: "createdBeforeMs";
}

export interface ListEventsRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'limit': (number);
  /**
   * Id of the last event of the page before.
   */
  'startingAfter'?: (string);
  /**
   * A canonical name.
   */
  'type'?: (string);
  'createdAfterMs'?: (number);
  'createdBeforeMs'?: (number);
  '_startingAfter'?: "startingAfter";
  '_type'?: "type";
  '_createdAfterMs'?: "createdAfterMs";
  '_createdBeforeMs'?: "createdBeforeMs";
}
