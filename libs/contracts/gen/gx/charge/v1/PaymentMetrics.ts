// Original file: gx/charge/v1/charge.proto

import type { PaymentFunnelInput as _gx_charge_v1_PaymentFunnelInput, PaymentFunnel as _gx_charge_v1_PaymentFunnel } from '../../../gx/charge/v1/PaymentFunnel.ts';
import type { PaymentVolumeInput as _gx_charge_v1_PaymentVolumeInput, PaymentVolume as _gx_charge_v1_PaymentVolume } from '../../../gx/charge/v1/PaymentVolume.ts';
import type { PaymentTimesInput as _gx_charge_v1_PaymentTimesInput, PaymentTimes as _gx_charge_v1_PaymentTimes } from '../../../gx/charge/v1/PaymentTimes.ts';
import type { PaymentDayInput as _gx_charge_v1_PaymentDayInput, PaymentDay as _gx_charge_v1_PaymentDay } from '../../../gx/charge/v1/PaymentDay.ts';

export interface PaymentMetricsInput {
  'funnel'?: (_gx_charge_v1_PaymentFunnelInput | null);
  'volumes'?: (_gx_charge_v1_PaymentVolumeInput)[];
  'timeToPay'?: (_gx_charge_v1_PaymentTimesInput | null);
  /**
   * Every day of the window, oldest first.
   */
  'days'?: (_gx_charge_v1_PaymentDayInput)[];
}

export interface PaymentMetrics {
  'funnel': (_gx_charge_v1_PaymentFunnel | null);
  'volumes': (_gx_charge_v1_PaymentVolume)[];
  'timeToPay': (_gx_charge_v1_PaymentTimes | null);
  /**
   * Every day of the window, oldest first.
   */
  'days': (_gx_charge_v1_PaymentDay)[];
}
