// Original file: gx/common/v1/common.proto


export interface FieldProblemInput {
  'param'?: (string);
  'message'?: (string);
}

export interface FieldProblem {
  'param': (string);
  'message': (string);
}
