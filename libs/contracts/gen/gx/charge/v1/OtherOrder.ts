// Original file: gx/charge/v1/charge.proto

import type { OrderInstructionsInput as _gx_charge_v1_OrderInstructionsInput, OrderInstructions as _gx_charge_v1_OrderInstructions } from '../../../gx/charge/v1/OrderInstructions.ts';

/**
 * One more way to pay a charge, by another method than Pix.
 */
export interface OtherOrderInput {
  'paymentMethod'?: (string);
  'order'?: (_gx_charge_v1_OrderInstructionsInput | null);
}

/**
 * One more way to pay a charge, by another method than Pix.
 */
export interface OtherOrder {
  'paymentMethod': (string);
  'order': (_gx_charge_v1_OrderInstructions | null);
}
