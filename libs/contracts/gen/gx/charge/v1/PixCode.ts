// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface PixCodeInput {
  'brCode'?: (string);
  'qrCodeUrl'?: (string);
  'expiresAtMs'?: (number | string | Long);
  'txid'?: (string);
  '_txid'?: "txid";
}

export interface PixCode {
  'brCode': (string);
  'qrCodeUrl': (string);
  'expiresAtMs': (number);
  'txid'?: (string);
  '_txid'?: "txid";
}
