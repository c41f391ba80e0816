// Original file: gx/webhooks/v1/webhooks.proto


export interface CheckUrlRequestInput {
  /**
   * May hold a secret of the merchant: never log it.
   */
  'url'?: (string);
}

export interface CheckUrlRequest {
  /**
   * May hold a secret of the merchant: never log it.
   */
  'url': (string);
}
