// Original file: gx/charge/v1/charge.proto

import type { CurrencyVolumeInput as _gx_charge_v1_CurrencyVolumeInput, CurrencyVolume as _gx_charge_v1_CurrencyVolume } from '../../../gx/charge/v1/CurrencyVolume.ts';

export interface DayVolumesInput {
  /**
   * YYYY-MM-DD, UTC.
   */
  'date'?: (string);
  'volumes'?: (_gx_charge_v1_CurrencyVolumeInput)[];
}

export interface DayVolumes {
  /**
   * YYYY-MM-DD, UTC.
   */
  'date': (string);
  'volumes': (_gx_charge_v1_CurrencyVolume)[];
}
