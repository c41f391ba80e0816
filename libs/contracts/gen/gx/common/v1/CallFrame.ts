// Original file: gx/common/v1/calls.proto


/**
 * A call, or the end of one that nobody waits for any more.
 */
export interface CallFrameInput {
  /**
   * Chosen by the caller, not used twice on a stream.
   */
  'id'?: (number);
  /**
   * `/gx.charge.v1.ChargeService/CreateCharge`.
   */
  'path'?: (string);
  'requestId'?: (string);
  'traceparent'?: (string);
  /**
   * How long the caller waits, from now.
   */
  'timeoutMs'?: (number);
  /**
   * The request message.
   */
  'request'?: (Buffer | Uint8Array | string);
  'cancelled'?: (boolean);
  '_traceparent'?: "traceparent";
}

/**
 * A call, or the end of one that nobody waits for any more.
 */
export interface CallFrame {
  /**
   * Chosen by the caller, not used twice on a stream.
   */
  'id': (number);
  /**
   * `/gx.charge.v1.ChargeService/CreateCharge`.
   */
  'path': (string);
  'requestId': (string);
  'traceparent'?: (string);
  /**
   * How long the caller waits, from now.
   */
  'timeoutMs': (number);
  /**
   * The request message.
   */
  'request': (Buffer);
  'cancelled': (boolean);
  '_traceparent'?: "traceparent";
}
