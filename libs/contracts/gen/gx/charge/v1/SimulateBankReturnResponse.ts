// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface SimulateBankReturnResponseInput {
  'id'?: (string);
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'status'?: (string);
}

export interface SimulateBankReturnResponse {
  'id': (string);
  'endToEndId': (string);
  'amount': (number);
  'status': (string);
}
