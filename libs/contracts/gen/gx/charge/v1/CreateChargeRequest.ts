// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_charge_v1_Charge_SurfaceInput, _gx_charge_v1_Charge_Surface } from '../../../gx/charge/v1/Charge.ts';
import type { CustomerInput as _gx_charge_v1_CustomerInput, Customer as _gx_charge_v1_Customer } from '../../../gx/charge/v1/Customer.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateChargeRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'idempotencyKey'?: (string);
  /**
   * Versioned digest of the parsed body, `v1:<hex>`.
   */
  'requestHash'?: (string);
  'surface'?: (_gx_charge_v1_Charge_SurfaceInput);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'description'?: (string);
  /**
   * Absent: the account's default window.
   */
  'expiresInSeconds'?: (number);
  'customer'?: (_gx_charge_v1_CustomerInput | null);
  'expectedPayerTaxId'?: (string);
  /**
   * JSON object as the merchant sent it, reserved keys already stripped.
   */
  'metadataJson'?: (string);
  /**
   * Of the payments surface alone.
   */
  'customerId'?: (string);
  'webhookUrl'?: (string);
  /**
   * Empty: PIX.
   */
  'paymentMethods'?: (string)[];
  /**
   * Where the payer's page leads back to: an https address.
   */
  'returnUrl'?: (string);
  '_description'?: "description";
  '_expiresInSeconds'?: "expiresInSeconds";
  '_customer'?: "customer";
  '_expectedPayerTaxId'?: "expectedPayerTaxId";
  '_metadataJson'?: "metadataJson";
  '_customerId'?: "customerId";
  '_webhookUrl'?: "webhookUrl";
  '_returnUrl'?: "returnUrl";
}

export interface CreateChargeRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'idempotencyKey': (string);
  /**
   * Versioned digest of the parsed body, `v1:<hex>`.
   */
  'requestHash': (string);
  'surface': (_gx_charge_v1_Charge_Surface);
  'amount': (number);
  'currency': (string);
  'description'?: (string);
  /**
   * Absent: the account's default window.
   */
  'expiresInSeconds'?: (number);
  'customer'?: (_gx_charge_v1_Customer | null);
  'expectedPayerTaxId'?: (string);
  /**
   * JSON object as the merchant sent it, reserved keys already stripped.
   */
  'metadataJson'?: (string);
  /**
   * Of the payments surface alone.
   */
  'customerId'?: (string);
  'webhookUrl'?: (string);
  /**
   * Empty: PIX.
   */
  'paymentMethods': (string)[];
  /**
   * Where the payer's page leads back to: an https address.
   */
  'returnUrl'?: (string);
  '_description'?: "description";
  '_expiresInSeconds'?: "expiresInSeconds";
  '_customer'?: "customer";
  '_expectedPayerTaxId'?: "expectedPayerTaxId";
  '_metadataJson'?: "metadataJson";
  '_customerId'?: "customerId";
  '_webhookUrl'?: "webhookUrl";
  '_returnUrl'?: "returnUrl";
}
