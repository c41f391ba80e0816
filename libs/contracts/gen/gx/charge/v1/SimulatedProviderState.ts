// Original file: gx/charge/v1/charge.proto

import type { BankPixInput as _gx_charge_v1_BankPixInput, BankPix as _gx_charge_v1_BankPix } from '../../../gx/charge/v1/BankPix.ts';
import type { BankDevolutionInput as _gx_charge_v1_BankDevolutionInput, BankDevolution as _gx_charge_v1_BankDevolution } from '../../../gx/charge/v1/BankDevolution.ts';

export interface SimulatedProviderStateInput {
  'txid'?: (string);
  'status'?: (string);
  /**
   * Of an order its payments, each under the id that its payment has.
   */
  'pix'?: (_gx_charge_v1_BankPixInput)[];
  /**
   * Of an order: what went back, of whichever payment.
   */
  'refunds'?: (_gx_charge_v1_BankDevolutionInput)[];
}

export interface SimulatedProviderState {
  'txid': (string);
  'status': (string);
  /**
   * Of an order its payments, each under the id that its payment has.
   */
  'pix': (_gx_charge_v1_BankPix)[];
  /**
   * Of an order: what went back, of whichever payment.
   */
  'refunds': (_gx_charge_v1_BankDevolution)[];
}
