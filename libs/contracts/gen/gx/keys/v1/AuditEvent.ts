// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Who did what to which key.
 */
export interface AuditEventInput {
  'id'?: (string);
  'livemode'?: (boolean);
  /**
   * api_key.issued, api_key.rotated, api_key.revoked
   */
  'action'?: (string);
  'actorId'?: (string);
  'keyId'?: (string);
  'fingerprint'?: (string);
  /**
   * Of a rotation: the key that came instead.
   */
  'successorKeyId'?: (string);
  'successorFingerprint'?: (string);
  'atMs'?: (number | string | Long);
  '_successorKeyId'?: "successorKeyId";
  '_successorFingerprint'?: "successorFingerprint";
}

/**
 * Who did what to which key.
 */
export interface AuditEvent {
  'id': (string);
  'livemode': (boolean);
  /**
   * api_key.issued, api_key.rotated, api_key.revoked
   */
  'action': (string);
  'actorId': (string);
  'keyId': (string);
  'fingerprint': (string);
  /**
   * Of a rotation: the key that came instead.
   */
  'successorKeyId'?: (string);
  'successorFingerprint'?: (string);
  'atMs': (number);
  '_successorKeyId'?: "successorKeyId";
  '_successorFingerprint'?: "successorFingerprint";
}
