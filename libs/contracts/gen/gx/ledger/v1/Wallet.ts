// Original file: gx/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface WalletInput {
  'currency'?: (string);
  'available'?: (number | string | Long);
  'pending'?: (number | string | Long);
  'retained'?: (number | string | Long);
  'nextReleaseAtMs'?: (number | string | Long);
  'nextReleaseAmount'?: (number | string | Long);
  '_nextReleaseAtMs'?: "nextReleaseAtMs";
  '_nextReleaseAmount'?: "nextReleaseAmount";
}

export interface Wallet {
  'currency': (string);
  'available': (number);
  'pending': (number);
  'retained': (number);
  'nextReleaseAtMs'?: (number);
  'nextReleaseAmount'?: (number);
  '_nextReleaseAtMs'?: "nextReleaseAtMs";
  '_nextReleaseAmount'?: "nextReleaseAmount";
}
