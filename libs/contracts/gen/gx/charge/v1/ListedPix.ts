// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface _gx_charge_v1_ListedPix_DevolutionInput {
  /**
   * Empty where the bank says none.
   */
  'id'?: (string);
  /**
   * Absent where it cannot be read.
   */
  'amount'?: (number | string | Long);
  /**
   * in_progress, returned, failed or unrecognised.
   */
  'status'?: (string);
  '_amount'?: "amount";
}

export interface _gx_charge_v1_ListedPix_Devolution {
  /**
   * Empty where the bank says none.
   */
  'id': (string);
  /**
   * Absent where it cannot be read.
   */
  'amount'?: (number);
  /**
   * in_progress, returned, failed or unrecognised.
   */
  'status': (string);
  '_amount'?: "amount";
}

/**
 * A Pix as a bank lists it. Nobody is named.
 */
export interface ListedPixInput {
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'settledAtMs'?: (number | string | Long);
  'devolutions'?: (_gx_charge_v1_ListedPix_DevolutionInput)[];
}

/**
 * A Pix as a bank lists it. Nobody is named.
 */
export interface ListedPix {
  'endToEndId': (string);
  'amount': (number);
  'settledAtMs': (number);
  'devolutions': (_gx_charge_v1_ListedPix_Devolution)[];
}
