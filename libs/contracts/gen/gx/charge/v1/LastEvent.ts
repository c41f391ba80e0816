// Original file: gx/charge/v1/charge.proto

import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';

export interface LastEventInput {
  /**
   * A gx.charge.v1.ChargeEvent; empty when nothing was told of the charge yet.
   */
  'event'?: (Buffer | Uint8Array | string);
  /**
   * Of the charge as it stands now.
   */
  'status'?: (_gx_charge_v1_Charge_StatusInput);
}

export interface LastEvent {
  /**
   * A gx.charge.v1.ChargeEvent; empty when nothing was told of the charge yet.
   */
  'event': (Buffer);
  /**
   * Of the charge as it stands now.
   */
  'status': (_gx_charge_v1_Charge_Status);
}
