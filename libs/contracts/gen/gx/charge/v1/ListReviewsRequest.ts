// Original file: gx/charge/v1/charge.proto


export interface ListReviewsRequestInput {
  'limit'?: (number);
}

export interface ListReviewsRequest {
  'limit': (number);
}
