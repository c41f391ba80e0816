// Original file: gx/common/v1/common.proto

import type { FieldProblemInput as _gx_common_v1_FieldProblemInput, FieldProblem as _gx_common_v1_FieldProblem } from '../../../gx/common/v1/FieldProblem.ts';

/**
 * One refusal on its way to the client. Travels in the trailer `gx-error-bin`.
 */
export interface ErrorDetailInput {
  /**
   * A row of the error table.
   */
  'code'?: (string);
  'message'?: (string);
  'param'?: (string);
  'details'?: (_gx_common_v1_FieldProblemInput)[];
  /**
   * Why an `unprocessable_entity` was refused.
   */
  'reason'?: (string);
  'retryAfterSeconds'?: (number);
  '_param'?: "param";
  '_reason'?: "reason";
  '_retryAfterSeconds'?: "retryAfterSeconds";
}

/**
 * One refusal on its way to the client. Travels in the trailer `gx-error-bin`.
 */
export interface ErrorDetail {
  /**
   * A row of the error table.
   */
  'code': (string);
  'message': (string);
  'param'?: (string);
  'details': (_gx_common_v1_FieldProblem)[];
  /**
   * Why an `unprocessable_entity` was refused.
   */
  'reason'?: (string);
  'retryAfterSeconds'?: (number);
  '_param'?: "param";
  '_reason'?: "reason";
  '_retryAfterSeconds'?: "retryAfterSeconds";
}
