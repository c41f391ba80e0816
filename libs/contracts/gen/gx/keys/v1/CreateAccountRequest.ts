// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateAccountRequestInput {
  'name'?: (string);
  'userName'?: (string);
  'email'?: (string);
  'password'?: (string);
  /**
   * Absent fields take the deployment's defaults.
   */
  'platformFeeBasisPoints'?: (number);
  'platformFeeFixed'?: (number | string | Long);
  'defaultExpiresInSeconds'?: (number);
  'settlementDelaySeconds'?: (number);
  '_platformFeeBasisPoints'?: "platformFeeBasisPoints";
  '_platformFeeFixed'?: "platformFeeFixed";
  '_defaultExpiresInSeconds'?: "defaultExpiresInSeconds";
  '_settlementDelaySeconds'?: "settlementDelaySeconds";
}

export interface CreateAccountRequest {
  'name': (string);
  'userName': (string);
  'email': (string);
  'password': (string);
  /**
   * Absent fields take the deployment's defaults.
   */
  'platformFeeBasisPoints'?: (number);
  'platformFeeFixed'?: (number);
  'defaultExpiresInSeconds'?: (number);
  'settlementDelaySeconds'?: (number);
  '_platformFeeBasisPoints'?: "platformFeeBasisPoints";
  '_platformFeeFixed'?: "platformFeeFixed";
  '_defaultExpiresInSeconds'?: "defaultExpiresInSeconds";
  '_settlementDelaySeconds'?: "settlementDelaySeconds";
}
