// Original file: gx/common/v1/calls.proto


/**
 * The answer to a call, in the order in which they are ready; or `draining`: send no more calls on this
 * stream.
 */
export interface ReplyFrameInput {
  'id'?: (number);
  /**
   * A gRPC status code; 0 is success.
   */
  'status'?: (number);
  'response'?: (Buffer | Uint8Array | string);
  /**
   * An ErrorDetail, for a refusal of the error table.
   */
  'error'?: (Buffer | Uint8Array | string);
  'draining'?: (boolean);
}

/**
 * The answer to a call, in the order in which they are ready; or `draining`: send no more calls on this
 * stream.
 */
export interface ReplyFrame {
  'id': (number);
  /**
   * A gRPC status code; 0 is success.
   */
  'status': (number);
  'response': (Buffer);
  /**
   * An ErrorDetail, for a refusal of the error table.
   */
  'error': (Buffer);
  'draining': (boolean);
}
