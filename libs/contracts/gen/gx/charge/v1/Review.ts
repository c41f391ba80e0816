// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReviewInput {
  'chargeId'?: (string);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'endToEndId'?: (string);
  'settledAtMs'?: (number | string | Long);
  'heldAtMs'?: (number | string | Long);
  /**
   * How often the bank was asked who paid, and when it is asked next; absent: not any more.
   */
  'asked'?: (number);
  'askAtMs'?: (number | string | Long);
  '_askAtMs'?: "askAtMs";
}

export interface Review {
  'chargeId': (string);
  'tenant': (_gx_common_v1_Tenant | null);
  'amount': (number);
  'currency': (string);
  'endToEndId': (string);
  'settledAtMs': (number);
  'heldAtMs': (number);
  /**
   * How often the bank was asked who paid, and when it is asked next; absent: not any more.
   */
  'asked': (number);
  'askAtMs'?: (number);
  '_askAtMs'?: "askAtMs";
}
