// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: gx/charge/v1/charge.proto

/**
 * A field of a list item, equal ones in the order of their ids. The first three are answered by an index;
 * any other one over at most 10,000 charges.
 */
export const _gx_charge_v1_ListPaymentsRequest_SortBy = {
  SORT_BY_UNSPECIFIED: 'SORT_BY_UNSPECIFIED',
  CREATED_AT: 'CREATED_AT',
  AMOUNT: 'AMOUNT',
  STATUS: 'STATUS',
  ID: 'ID',
  CURRENCY: 'CURRENCY',
  CUSTOMER_NAME: 'CUSTOMER_NAME',
  CUSTOMER_DOCUMENT: 'CUSTOMER_DOCUMENT',
  CUSTOMER_EMAIL: 'CUSTOMER_EMAIL',
  /**
   * What is null until a charge is paid comes before everything else.
   */
  PAID_WITH: 'PAID_WITH',
  PROVIDER_FEE: 'PROVIDER_FEE',
  PLATFORM_FEE: 'PLATFORM_FEE',
  NET_AMOUNT: 'NET_AMOUNT',
  PAID_AT: 'PAID_AT',
} as const;

/**
 * A field of a list item, equal ones in the order of their ids. The first three are answered by an index;
 * any other one over at most 10,000 charges.
 */
export type _gx_charge_v1_ListPaymentsRequest_SortByInput =
  | 'SORT_BY_UNSPECIFIED'
  | 0
  | 'CREATED_AT'
  | 1
  | 'AMOUNT'
  | 2
  | 'STATUS'
  | 3
  | 'ID'
  | 4
  | 'CURRENCY'
  | 5
  | 'CUSTOMER_NAME'
  | 6
  | 'CUSTOMER_DOCUMENT'
  | 7
  | 'CUSTOMER_EMAIL'
  | 8
  /**
   * What is null until a charge is paid comes before everything else.
   */
  | 'PAID_WITH'
  | 9
  | 'PROVIDER_FEE'
  | 10
  | 'PLATFORM_FEE'
  | 11
  | 'NET_AMOUNT'
  | 12
  | 'PAID_AT'
  | 13

/**
 * A field of a list item, equal ones in the order of their ids. The first three are answered by an index;
 * any other one over at most 10,000 charges.
 */
export type _gx_charge_v1_ListPaymentsRequest_SortBy = typeof _gx_charge_v1_ListPaymentsRequest_SortBy[keyof typeof _gx_charge_v1_ListPaymentsRequest_SortBy]

export interface ListPaymentsRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * From 1; the last charge of a page is at most the 100,000th.
   */
  'page'?: (number);
  'limit'?: (number);
  /**
   * Absent keeps all.
   */
  'status'?: (_gx_charge_v1_Charge_StatusInput);
  /**
   * Both ends belong to it.
   */
  'createdFromMs'?: (number | string | Long);
  'createdToMs'?: (number | string | Long);
  'sortBy'?: (_gx_charge_v1_ListPaymentsRequest_SortByInput);
  'ascending'?: (boolean);
  '_status'?: "status";
  '_createdFromMs'?: "createdFromMs";
  '_createdToMs'?: "createdToMs";
}

export interface ListPaymentsRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * From 1; the last charge of a page is at most the 100,000th.
   */
  'page': (number);
  'limit': (number);
  /**
   * Absent keeps all.
   */
  'status'?: (_gx_charge_v1_Charge_Status);
  /**
   * Both ends belong to it.
   */
  'createdFromMs'?: (number);
  'createdToMs'?: (number);
  'sortBy': (_gx_charge_v1_ListPaymentsRequest_SortBy);
  'ascending': (boolean);
  '_status'?: "status";
  '_createdFromMs'?: "createdFromMs";
  '_createdToMs'?: "createdToMs";
}
