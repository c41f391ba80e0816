// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

export interface IssuedKeyInput {
  'id'?: (string);
  /**
   * Cleartext: shown once, never stored, never logged.
   */
  'apiKey'?: (string);
  'fingerprint'?: (string);
  'prefix'?: (string);
  'label'?: (string);
  'createdAtMs'?: (number | string | Long);
  '_label'?: "label";
}

export interface IssuedKey {
  'id': (string);
  /**
   * Cleartext: shown once, never stored, never logged.
   */
  'apiKey': (string);
  'fingerprint': (string);
  'prefix': (string);
  'label'?: (string);
  'createdAtMs': (number);
  '_label'?: "label";
}
