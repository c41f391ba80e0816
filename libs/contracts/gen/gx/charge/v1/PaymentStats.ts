// Original file: gx/charge/v1/charge.proto

import type { CurrencyVolumeInput as _gx_charge_v1_CurrencyVolumeInput, CurrencyVolume as _gx_charge_v1_CurrencyVolume } from '../../../gx/charge/v1/CurrencyVolume.ts';
import type { DayVolumesInput as _gx_charge_v1_DayVolumesInput, DayVolumes as _gx_charge_v1_DayVolumes } from '../../../gx/charge/v1/DayVolumes.ts';
import type { MethodVolumeInput as _gx_charge_v1_MethodVolumeInput, MethodVolume as _gx_charge_v1_MethodVolume } from '../../../gx/charge/v1/MethodVolume.ts';
import type { Long } from '@grpc/proto-loader';

export interface PaymentStatsInput {
  /**
   * Created in the window; of these, ever paid; created today.
   */
  'totalTransactions'?: (number | string | Long);
  'paidTransactions'?: (number | string | Long);
  'todayTransactions'?: (number | string | Long);
  /**
   * Paid of all, of a hundred, to two decimals; 0 when there are none.
   */
  'successRate'?: (number | string);
  /**
   * Paid in the window, by currency. Each names the same currencies, in the same order.
   */
  'volumes'?: (_gx_charge_v1_CurrencyVolumeInput)[];
  /**
   * Every day of the window, oldest first; the last one is today.
   */
  'days'?: (_gx_charge_v1_DayVolumesInput)[];
  'methods'?: (_gx_charge_v1_MethodVolumeInput)[];
}

export interface PaymentStats {
  /**
   * Created in the window; of these, ever paid; created today.
   */
  'totalTransactions': (number);
  'paidTransactions': (number);
  'todayTransactions': (number);
  /**
   * Paid of all, of a hundred, to two decimals; 0 when there are none.
   */
  'successRate': (number);
  /**
   * Paid in the window, by currency. Each names the same currencies, in the same order.
   */
  'volumes': (_gx_charge_v1_CurrencyVolume)[];
  /**
   * Every day of the window, oldest first; the last one is today.
   */
  'days': (_gx_charge_v1_DayVolumes)[];
  'methods': (_gx_charge_v1_MethodVolume)[];
}
