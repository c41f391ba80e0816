// Original file: gx/charge/v1/charge.proto


// Original file: gx/charge/v1/charge.proto

export const _gx_charge_v1_DecideReviewRequest_Verdict = {
  VERDICT_UNSPECIFIED: 'VERDICT_UNSPECIFIED',
  APPROVE: 'APPROVE',
  REJECT: 'REJECT',
} as const;

export type _gx_charge_v1_DecideReviewRequest_VerdictInput =
  | 'VERDICT_UNSPECIFIED'
  | 0
  | 'APPROVE'
  | 1
  | 'REJECT'
  | 2

export type _gx_charge_v1_DecideReviewRequest_Verdict = typeof _gx_charge_v1_DecideReviewRequest_Verdict[keyof typeof _gx_charge_v1_DecideReviewRequest_Verdict]

export interface DecideReviewRequestInput {
  'chargeId'?: (string);
  'verdict'?: (_gx_charge_v1_DecideReviewRequest_VerdictInput);
  /**
   * Who decided, for the record.
   */
  'operator'?: (string);
}

export interface DecideReviewRequest {
  'chargeId': (string);
  'verdict': (_gx_charge_v1_DecideReviewRequest_Verdict);
  /**
   * Who decided, for the record.
   */
  'operator': (string);
}
