// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface OperatorsActInput {
  'atMs'?: (number | string | Long);
  'by'?: (string);
}

export interface OperatorsAct {
  'atMs': (number);
  'by': (string);
}
