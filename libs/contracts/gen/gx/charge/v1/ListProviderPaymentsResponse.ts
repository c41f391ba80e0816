// Original file: gx/charge/v1/charge.proto

import type { ListedPixInput as _gx_charge_v1_ListedPixInput, ListedPix as _gx_charge_v1_ListedPix } from '../../../gx/charge/v1/ListedPix.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListProviderPaymentsResponseInput {
  'pix'?: (_gx_charge_v1_ListedPixInput)[];
  /**
   * Elements of the list that cannot be read.
   */
  'unreadable'?: (number | string | Long);
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated'?: (boolean);
}

export interface ListProviderPaymentsResponse {
  'pix': (_gx_charge_v1_ListedPix)[];
  /**
   * Elements of the list that cannot be read.
   */
  'unreadable': (number);
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated': (boolean);
}
