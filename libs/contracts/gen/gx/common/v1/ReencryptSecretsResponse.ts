// Original file: gx/common/v1/common.proto

import type { SealedCountInput as _gx_common_v1_SealedCountInput, SealedCount as _gx_common_v1_SealedCount } from '../../../gx/common/v1/SealedCount.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Names keys and counts values; nothing of a secret is in it.
 */
export interface ReencryptSecretsResponseInput {
  /**
   * The key that this process seals with, and all that it opens.
   */
  'sealingKeyId'?: (string);
  'openingKeyIds'?: (string)[];
  /**
   * Of the documents that this step looked at, as it found them.
   */
  'counts'?: (_gx_common_v1_SealedCountInput)[];
  /**
   * Sealed again by this step, and what no key opens.
   */
  'resealed'?: (number | string | Long);
  'unreadable'?: (number | string | Long);
  /**
   * Where the next step begins; absent behind the last.
   */
  'next'?: (string);
  '_next'?: "next";
}

/**
 * Names keys and counts values; nothing of a secret is in it.
 */
export interface ReencryptSecretsResponse {
  /**
   * The key that this process seals with, and all that it opens.
   */
  'sealingKeyId': (string);
  'openingKeyIds': (string)[];
  /**
   * Of the documents that this step looked at, as it found them.
   */
  'counts': (_gx_common_v1_SealedCount)[];
  /**
   * Sealed again by this step, and what no key opens.
   */
  'resealed': (number);
  'unreadable': (number);
  /**
   * Where the next step begins; absent behind the last.
   */
  'next'?: (string);
  '_next'?: "next";
}
