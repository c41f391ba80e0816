// Original file: gx/charge/v1/charge.proto

import type { OperatorsActInput as _gx_charge_v1_OperatorsActInput, OperatorsAct as _gx_charge_v1_OperatorsAct } from '../../../gx/charge/v1/OperatorsAct.ts';
import type { Long } from '@grpc/proto-loader';

export interface BankProfileStandingInput {
  'id'?: (string);
  'livemode'?: (boolean);
  'simulator'?: (boolean);
  'baseUrl'?: (string);
  /**
   * Its last characters at most.
   */
  'pixKeyHint'?: (string);
  /**
   * Whether it has an acquirer for other methods than Pix.
   */
  'hasOrders'?: (boolean);
  /**
   * New charges of its mode are made at it: by Pix, by other methods.
   */
  'takesPix'?: (boolean);
  'takesOrders'?: (boolean);
  /**
   * When it was made, or last set to take the new charges of its mode.
   */
  'activatedAtMs'?: (number | string | Long);
  /**
   * When what we show the bank ends; absent where it asks for none.
   */
  'certificateEndsAtMs'?: (number | string | Long);
  /**
   * Absent while it may take new charges.
   */
  'retired'?: (_gx_charge_v1_OperatorsActInput | null);
  /**
   * When that was last taken back.
   */
  'restored'?: (_gx_charge_v1_OperatorsActInput | null);
  /**
   * Whether it makes receipts of Pix.
   */
  'hasReceipts'?: (boolean);
  '_certificateEndsAtMs'?: "certificateEndsAtMs";
}

export interface BankProfileStanding {
  'id': (string);
  'livemode': (boolean);
  'simulator': (boolean);
  'baseUrl': (string);
  /**
   * Its last characters at most.
   */
  'pixKeyHint': (string);
  /**
   * Whether it has an acquirer for other methods than Pix.
   */
  'hasOrders': (boolean);
  /**
   * New charges of its mode are made at it: by Pix, by other methods.
   */
  'takesPix': (boolean);
  'takesOrders': (boolean);
  /**
   * When it was made, or last set to take the new charges of its mode.
   */
  'activatedAtMs': (number);
  /**
   * When what we show the bank ends; absent where it asks for none.
   */
  'certificateEndsAtMs'?: (number);
  /**
   * Absent while it may take new charges.
   */
  'retired': (_gx_charge_v1_OperatorsAct | null);
  /**
   * When that was last taken back.
   */
  'restored': (_gx_charge_v1_OperatorsAct | null);
  /**
   * Whether it makes receipts of Pix.
   */
  'hasReceipts': (boolean);
  '_certificateEndsAtMs'?: "certificateEndsAtMs";
}
