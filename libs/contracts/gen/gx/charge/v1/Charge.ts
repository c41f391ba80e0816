// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { CustomerInput as _gx_charge_v1_CustomerInput, Customer as _gx_charge_v1_Customer } from '../../../gx/charge/v1/Customer.ts';
import type { PixCodeInput as _gx_charge_v1_PixCodeInput, PixCode as _gx_charge_v1_PixCode } from '../../../gx/charge/v1/PixCode.ts';
import type { OrderInstructionsInput as _gx_charge_v1_OrderInstructionsInput, OrderInstructions as _gx_charge_v1_OrderInstructions } from '../../../gx/charge/v1/OrderInstructions.ts';
import type { OtherOrderInput as _gx_charge_v1_OtherOrderInput, OtherOrder as _gx_charge_v1_OtherOrder } from '../../../gx/charge/v1/OtherOrder.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: gx/charge/v1/charge.proto

export const _gx_charge_v1_Charge_Status = {
  STATUS_UNSPECIFIED: 'STATUS_UNSPECIFIED',
  PENDING: 'PENDING',
  WAITING_PAYMENT: 'WAITING_PAYMENT',
  PROCESSING: 'PROCESSING',
  PAID: 'PAID',
  APPROVED: 'APPROVED',
  REFUSED: 'REFUSED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
  REFUNDED: 'REFUNDED',
  CHARGEBACK: 'CHARGEBACK',
  DISPUTE: 'DISPUTE',
} as const;

export type _gx_charge_v1_Charge_StatusInput =
  | 'STATUS_UNSPECIFIED'
  | 0
  | 'PENDING'
  | 1
  | 'WAITING_PAYMENT'
  | 2
  | 'PROCESSING'
  | 3
  | 'PAID'
  | 4
  | 'APPROVED'
  | 5
  | 'REFUSED'
  | 6
  | 'CANCELLED'
  | 7
  | 'EXPIRED'
  | 8
  | 'REFUNDED'
  | 9
  | 'CHARGEBACK'
  | 10
  | 'DISPUTE'
  | 11

export type _gx_charge_v1_Charge_Status = typeof _gx_charge_v1_Charge_Status[keyof typeof _gx_charge_v1_Charge_Status]

// Original file: gx/charge/v1/charge.proto

/**
 * The family of routes that created it: decides the form of the id in legacy events.
 */
export const _gx_charge_v1_Charge_Surface = {
  SURFACE_UNSPECIFIED: 'SURFACE_UNSPECIFIED',
  CHARGES: 'CHARGES',
  PAYMENTS: 'PAYMENTS',
} as const;

/**
 * The family of routes that created it: decides the form of the id in legacy events.
 */
export type _gx_charge_v1_Charge_SurfaceInput =
  | 'SURFACE_UNSPECIFIED'
  | 0
  | 'CHARGES'
  | 1
  | 'PAYMENTS'
  | 2

/**
 * The family of routes that created it: decides the form of the id in legacy events.
 */
export type _gx_charge_v1_Charge_Surface = typeof _gx_charge_v1_Charge_Surface[keyof typeof _gx_charge_v1_Charge_Surface]

/**
 * A charge as the merchant may see it. Holds personal data and the payment code: never log it.
 */
export interface ChargeInput {
  /**
   * Raw UUIDv7.
   */
  'id'?: (string);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'surface'?: (_gx_charge_v1_Charge_SurfaceInput);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'status'?: (_gx_charge_v1_Charge_StatusInput);
  /**
   * The one that pays it, or would be first.
   */
  'paymentMethod'?: (string);
  'customer'?: (_gx_charge_v1_CustomerInput | null);
  'expectedPayerTaxId'?: (string);
  'pix'?: (_gx_charge_v1_PixCodeInput | null);
  'checkoutUrl'?: (string);
  /**
   * Only after the charge is paid and settled.
   */
  'endToEndId'?: (string);
  /**
   * JSON object, reserved keys stripped, description folded in.
   */
  'metadataJson'?: (string);
  'createdAtMs'?: (number | string | Long);
  'paidAtMs'?: (number | string | Long);
  'providerFee'?: (number | string | Long);
  'platformFee'?: (number | string | Long);
  /**
   * The merchant's own id of its user, echoed in legacy events.
   */
  'customerId'?: (string);
  /**
   * Where the legacy events of this charge go instead of the registered endpoints. May hold a secret of the
   * merchant: never log it.
   */
  'webhookUrl'?: (string);
  /**
   * The methods that the payer may choose from; empty says payment_method alone.
   */
  'paymentMethods'?: (string)[];
  /**
   * What the payer needs where the method is not Pix.
   */
  'order'?: (_gx_charge_v1_OrderInstructionsInput | null);
  /**
   * Of a charge of several methods: what the payer needs who chooses another one than payment_method.
   */
  'otherOrders'?: (_gx_charge_v1_OtherOrderInput)[];
  '_expectedPayerTaxId'?: "expectedPayerTaxId";
  '_pix'?: "pix";
  '_endToEndId'?: "endToEndId";
  '_paidAtMs'?: "paidAtMs";
  '_customerId'?: "customerId";
  '_webhookUrl'?: "webhookUrl";
  '_order'?: "order";
}

/**
 * A charge as the merchant may see it. Holds personal data and the payment code: never log it.
 */
export interface Charge {
  /**
   * Raw UUIDv7.
   */
  'id': (string);
  'tenant': (_gx_common_v1_Tenant | null);
  'surface': (_gx_charge_v1_Charge_Surface);
  'amount': (number);
  'currency': (string);
  'status': (_gx_charge_v1_Charge_Status);
  /**
   * The one that pays it, or would be first.
   */
  'paymentMethod': (string);
  'customer': (_gx_charge_v1_Customer | null);
  'expectedPayerTaxId'?: (string);
  'pix'?: (_gx_charge_v1_PixCode | null);
  'checkoutUrl': (string);
  /**
   * Only after the charge is paid and settled.
   */
  'endToEndId'?: (string);
  /**
   * JSON object, reserved keys stripped, description folded in.
   */
  'metadataJson': (string);
  'createdAtMs': (number);
  'paidAtMs'?: (number);
  'providerFee': (number);
  'platformFee': (number);
  /**
   * The merchant's own id of its user, echoed in legacy events.
   */
  'customerId'?: (string);
  /**
   * Where the legacy events of this charge go instead of the registered endpoints. May hold a secret of the
   * merchant: never log it.
   */
  'webhookUrl'?: (string);
  /**
   * The methods that the payer may choose from; empty says payment_method alone.
   */
  'paymentMethods': (string)[];
  /**
   * What the payer needs where the method is not Pix.
   */
  'order'?: (_gx_charge_v1_OrderInstructions | null);
  /**
   * Of a charge of several methods: what the payer needs who chooses another one than payment_method.
   */
  'otherOrders': (_gx_charge_v1_OtherOrder)[];
  '_expectedPayerTaxId'?: "expectedPayerTaxId";
  '_pix'?: "pix";
  '_endToEndId'?: "endToEndId";
  '_paidAtMs'?: "paidAtMs";
  '_customerId'?: "customerId";
  '_webhookUrl'?: "webhookUrl";
  '_order'?: "order";
}
