// Original file: gx/charge/v1/charge.proto

import type { CheckoutStandingInput as _gx_charge_v1_CheckoutStandingInput, CheckoutStanding as _gx_charge_v1_CheckoutStanding } from '../../../gx/charge/v1/CheckoutStanding.ts';

export interface GetCheckoutStatusesResponseInput {
  'standings'?: (_gx_charge_v1_CheckoutStandingInput)[];
}

export interface GetCheckoutStatusesResponse {
  'standings': (_gx_charge_v1_CheckoutStanding)[];
}
