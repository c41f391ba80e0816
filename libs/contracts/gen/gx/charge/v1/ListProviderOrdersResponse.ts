// Original file: gx/charge/v1/charge.proto

import type { OrderBooksInput as _gx_charge_v1_OrderBooksInput, OrderBooks as _gx_charge_v1_OrderBooks } from '../../../gx/charge/v1/OrderBooks.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListProviderOrdersResponseInput {
  'orders'?: (_gx_charge_v1_OrderBooksInput)[];
  /**
   * Elements of the list that cannot be read.
   */
  'unreadable'?: (number | string | Long);
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated'?: (boolean);
}

export interface ListProviderOrdersResponse {
  'orders': (_gx_charge_v1_OrderBooks)[];
  /**
   * Elements of the list that cannot be read.
   */
  'unreadable': (number);
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated': (boolean);
}
