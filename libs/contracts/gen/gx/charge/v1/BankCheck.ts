// Original file: gx/charge/v1/charge.proto


/**
 * One thing that was looked at. No secret, no address and nobody is in it.
 */
export interface BankCheckInput {
  'name'?: (string);
  /**
   * passed, failed, or skipped: the profile does not ask for it, or it could not be looked at.
   */
  'result'?: (string);
  'detail'?: (string);
}

/**
 * One thing that was looked at. No secret, no address and nobody is in it.
 */
export interface BankCheck {
  'name': (string);
  /**
   * passed, failed, or skipped: the profile does not ask for it, or it could not be looked at.
   */
  'result': (string);
  'detail': (string);
}
