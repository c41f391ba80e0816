// Original file: gx/common/v1/common.proto

import type { EncryptedCountInput as _gx_common_v1_EncryptedCountInput, EncryptedCount as _gx_common_v1_EncryptedCount } from '../../../gx/common/v1/EncryptedCount.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Names keys and counts values; nothing of a secret is in it.
 */
export interface ReencryptSecretsResponseInput {
  /**
   * The key that this process encrypts with, and all that it opens.
   */
  'encryptionKeyId'?: (string);
  'decryptionKeyIds'?: (string)[];
  /**
   * Of the documents that this step looked at, as it found them.
   */
  'counts'?: (_gx_common_v1_EncryptedCountInput)[];
  /**
   * Encrypted again by this step, and what no key opens.
   */
  'reencrypted'?: (number | string | Long);
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
   * The key that this process encrypts with, and all that it opens.
   */
  'encryptionKeyId': (string);
  'decryptionKeyIds': (string)[];
  /**
   * Of the documents that this step looked at, as it found them.
   */
  'counts': (_gx_common_v1_EncryptedCount)[];
  /**
   * Encrypted again by this step, and what no key opens.
   */
  'reencrypted': (number);
  'unreadable': (number);
  /**
   * Where the next step begins; absent behind the last.
   */
  'next'?: (string);
  '_next'?: "next";
}
