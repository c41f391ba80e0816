// Original file: gx/charge/v1/charge.proto

import type { ReviewInput as _gx_charge_v1_ReviewInput, Review as _gx_charge_v1_Review } from '../../../gx/charge/v1/Review.ts';

export interface ListReviewsResponseInput {
  'reviews'?: (_gx_charge_v1_ReviewInput)[];
}

export interface ListReviewsResponse {
  'reviews': (_gx_charge_v1_Review)[];
}
