// Original file: gx/charge/v1/charge.proto


export interface VerifyStatisticsRequestInput {
  /**
   * Where to go on: `next` of an earlier answer. Empty: at the first account.
   */
  'from'?: (string);
  /**
   * Answers after some slices, with `next`. Without it, after all that are left.
   */
  'oneStretch'?: (boolean);
}

export interface VerifyStatisticsRequest {
  /**
   * Where to go on: `next` of an earlier answer. Empty: at the first account.
   */
  'from': (string);
  /**
   * Answers after some slices, with `next`. Without it, after all that are left.
   */
  'oneStretch': (boolean);
}
