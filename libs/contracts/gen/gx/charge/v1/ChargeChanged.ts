// Original file: gx/charge/v1/charge_events.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';
import type { CausingDisputeInput as _gx_charge_v1_CausingDisputeInput, CausingDispute as _gx_charge_v1_CausingDispute } from '../../../gx/charge/v1/CausingDispute.ts';

/**
 * A public change of status: the charge after it, and the status before.
 */
export interface ChargeChangedInput {
  'charge'?: (_gx_charge_v1_ChargeInput | null);
  'previousStatus'?: (_gx_charge_v1_Charge_StatusInput);
  /**
   * Of a change that a dispute made: a status that is told again says why.
   */
  'dispute'?: (_gx_charge_v1_CausingDisputeInput | null);
  '_dispute'?: "dispute";
}

/**
 * A public change of status: the charge after it, and the status before.
 */
export interface ChargeChanged {
  'charge': (_gx_charge_v1_Charge | null);
  'previousStatus': (_gx_charge_v1_Charge_Status);
  /**
   * Of a change that a dispute made: a status that is told again says why.
   */
  'dispute'?: (_gx_charge_v1_CausingDispute | null);
  '_dispute'?: "dispute";
}
