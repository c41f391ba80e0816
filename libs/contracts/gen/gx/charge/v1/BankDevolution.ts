// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface BankDevolutionInput {
  'id'?: (string);
  'amount'?: (number | string | Long);
  'status'?: (string);
  'reason'?: (string);
  '_reason'?: "reason";
}

export interface BankDevolution {
  'id': (string);
  'amount': (number);
  'status': (string);
  'reason'?: (string);
  '_reason'?: "reason";
}
