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
  /**
   * A user's, or of the form of one that nobody has where a program acted.
   */
  'actorId'?: (string);
  'keyId'?: (string);
  'fingerprint'?: (string);
  /**
   * Of a rotation: the key that came instead.
   */
  'successorKeyId'?: (string);
  'successorFingerprint'?: (string);
  'atMs'?: (number | string | Long);
  /**
   * Of an act without a user: ops, the operators' program.
   */
  'actorProgram'?: (string);
  '_successorKeyId'?: "successorKeyId";
  '_successorFingerprint'?: "successorFingerprint";
  '_actorProgram'?: "actorProgram";
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
  /**
   * A user's, or of the form of one that nobody has where a program acted.
   */
  'actorId': (string);
  'keyId': (string);
  'fingerprint': (string);
  /**
   * Of a rotation: the key that came instead.
   */
  'successorKeyId'?: (string);
  'successorFingerprint'?: (string);
  'atMs': (number);
  /**
   * Of an act without a user: ops, the operators' program.
   */
  'actorProgram'?: (string);
  '_successorKeyId'?: "successorKeyId";
  '_successorFingerprint'?: "successorFingerprint";
  '_actorProgram'?: "actorProgram";
}
