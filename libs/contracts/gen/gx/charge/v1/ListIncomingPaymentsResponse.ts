// Original file: gx/charge/v1/charge.proto

import type { OwnReceiptInput as _gx_charge_v1_OwnReceiptInput, OwnReceipt as _gx_charge_v1_OwnReceipt } from '../../../gx/charge/v1/OwnReceipt.ts';

export interface ListIncomingPaymentsResponseInput {
  'receipts'?: (_gx_charge_v1_OwnReceiptInput)[];
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated'?: (boolean);
}

export interface ListIncomingPaymentsResponse {
  'receipts': (_gx_charge_v1_OwnReceipt)[];
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated': (boolean);
}
