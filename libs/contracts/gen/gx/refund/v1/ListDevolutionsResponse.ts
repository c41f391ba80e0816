// Original file: gx/refund/v1/refund.proto

import type { OwnDevolutionInput as _gx_refund_v1_OwnDevolutionInput, OwnDevolution as _gx_refund_v1_OwnDevolution } from '../../../gx/refund/v1/OwnDevolution.ts';

export interface ListDevolutionsResponseInput {
  'devolutions'?: (_gx_refund_v1_OwnDevolutionInput)[];
}

export interface ListDevolutionsResponse {
  'devolutions': (_gx_refund_v1_OwnDevolution)[];
}
