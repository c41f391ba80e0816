// Original file: gx/charge/v1/charge.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';

export interface CreateChargeResponseInput {
  'charge'?: (_gx_charge_v1_ChargeInput | null);
  /**
   * The key was used before with this very request: `charge` is the first answer again.
   */
  'replayed'?: (boolean);
}

export interface CreateChargeResponse {
  'charge': (_gx_charge_v1_Charge | null);
  /**
   * The key was used before with this very request: `charge` is the first answer again.
   */
  'replayed': (boolean);
}
