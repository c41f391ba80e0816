// Original file: gx/charge/v1/charge.proto

import type { CheckoutStandingInput as _gx_charge_v1_CheckoutStandingInput, CheckoutStanding as _gx_charge_v1_CheckoutStanding } from '../../../gx/charge/v1/CheckoutStanding.ts';
import type { OrderInstructionsInput as _gx_charge_v1_OrderInstructionsInput, OrderInstructions as _gx_charge_v1_OrderInstructions } from '../../../gx/charge/v1/OrderInstructions.ts';
import type { OtherOrderInput as _gx_charge_v1_OtherOrderInput, OtherOrder as _gx_charge_v1_OtherOrder } from '../../../gx/charge/v1/OtherOrder.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A charge as its payer may see it. Holds the payment code: never log it.
 */
export interface CheckoutInput {
  'standing'?: (_gx_charge_v1_CheckoutStandingInput | null);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'paymentMethod'?: (string);
  /**
   * A test charge moves no money.
   */
  'livemode'?: (boolean);
  /**
   * The account's name; absent while it cannot be looked up.
   */
  'merchantName'?: (string);
  /**
   * Only while a payer may use it.
   */
  'brCode'?: (string);
  'returnUrl'?: (string);
  /**
   * Of a charge by another method, and only while a payer may use it.
   */
  'order'?: (_gx_charge_v1_OrderInstructionsInput | null);
  /**
   * Of a charge of several methods, and only while a payer may use them.
   */
  'otherOrders'?: (_gx_charge_v1_OtherOrderInput)[];
  /**
   * Of such a charge that can still be paid: methods that its payer was shown and that have failed.
   */
  'failedMethods'?: (string)[];
  '_merchantName'?: "merchantName";
  '_brCode'?: "brCode";
  '_returnUrl'?: "returnUrl";
  '_order'?: "order";
}

/**
 * A charge as its payer may see it. Holds the payment code: never log it.
 */
export interface Checkout {
  'standing': (_gx_charge_v1_CheckoutStanding | null);
  'amount': (number);
  'currency': (string);
  'paymentMethod': (string);
  /**
   * A test charge moves no money.
   */
  'livemode': (boolean);
  /**
   * The account's name; absent while it cannot be looked up.
   */
  'merchantName'?: (string);
  /**
   * Only while a payer may use it.
   */
  'brCode'?: (string);
  'returnUrl'?: (string);
  /**
   * Of a charge by another method, and only while a payer may use it.
   */
  'order'?: (_gx_charge_v1_OrderInstructions | null);
  /**
   * Of a charge of several methods, and only while a payer may use them.
   */
  'otherOrders': (_gx_charge_v1_OtherOrder)[];
  /**
   * Of such a charge that can still be paid: methods that its payer was shown and that have failed.
   */
  'failedMethods': (string)[];
  '_merchantName'?: "merchantName";
  '_brCode'?: "brCode";
  '_returnUrl'?: "returnUrl";
  '_order'?: "order";
}
