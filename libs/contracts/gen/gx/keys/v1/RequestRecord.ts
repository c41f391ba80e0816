// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One answered request of one API key: nothing that its body, its query or its path's ids said.
 */
export interface RequestRecordInput {
  /**
   * Made by the gateway, so that a batch may be sent twice.
   */
  'id'?: (string);
  'accountId'?: (string);
  'livemode'?: (boolean);
  'fingerprint'?: (string);
  'atMs'?: (number | string | Long);
  'method'?: (string);
  /**
   * The template of the path.
   */
  'route'?: (string);
  /**
   * Absent when the client went away before it was answered.
   */
  'status'?: (number);
  'errorCode'?: (string);
  'durationMs'?: (number);
  'requestId'?: (string);
  '_status'?: "status";
  '_errorCode'?: "errorCode";
}

/**
 * One answered request of one API key: nothing that its body, its query or its path's ids said.
 */
export interface RequestRecord {
  /**
   * Made by the gateway, so that a batch may be sent twice.
   */
  'id': (string);
  'accountId': (string);
  'livemode': (boolean);
  'fingerprint': (string);
  'atMs': (number);
  'method': (string);
  /**
   * The template of the path.
   */
  'route': (string);
  /**
   * Absent when the client went away before it was answered.
   */
  'status'?: (number);
  'errorCode'?: (string);
  'durationMs': (number);
  'requestId': (string);
  '_status'?: "status";
  '_errorCode'?: "errorCode";
}
