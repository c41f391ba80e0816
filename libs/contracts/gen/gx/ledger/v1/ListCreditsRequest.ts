// Original file: gx/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface ListCreditsRequestInput {
  'livemode'?: (boolean);
  /**
   * From and with, to and without.
   */
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  /**
   * At most 100 charges; the window is of no account then.
   */
  'chargeIds'?: (string)[];
  /**
   * Where the answer before this one ended.
   */
  'after'?: (string);
  '_after'?: "after";
}

export interface ListCreditsRequest {
  'livemode': (boolean);
  /**
   * From and with, to and without.
   */
  'fromMs': (number);
  'toMs': (number);
  /**
   * At most 100 charges; the window is of no account then.
   */
  'chargeIds': (string)[];
  /**
   * Where the answer before this one ended.
   */
  'after'?: (string);
  '_after'?: "after";
}
