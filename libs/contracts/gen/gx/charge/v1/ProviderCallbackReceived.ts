// Original file: gx/charge/v1/charge_events.proto


/**
 * A bank spoke of a devolution or a Pix-out: worth asking it, nothing more.
 */
export interface ProviderCallbackReceivedInput {
  'bankProfileId'?: (string);
  /**
   * The Pix whose devolutions moved.
   */
  'endToEndId'?: (string);
  /**
   * The Pix-out that moved, by the id that we gave it.
   */
  'pixOutId'?: (string);
  /**
   * The refund of an order that moved, by the id that we gave it.
   */
  'orderRefundId'?: (string);
  '_endToEndId'?: "endToEndId";
  '_pixOutId'?: "pixOutId";
  '_orderRefundId'?: "orderRefundId";
}

/**
 * A bank spoke of a devolution or a Pix-out: worth asking it, nothing more.
 */
export interface ProviderCallbackReceived {
  'bankProfileId': (string);
  /**
   * The Pix whose devolutions moved.
   */
  'endToEndId'?: (string);
  /**
   * The Pix-out that moved, by the id that we gave it.
   */
  'pixOutId'?: (string);
  /**
   * The refund of an order that moved, by the id that we gave it.
   */
  'orderRefundId'?: (string);
  '_endToEndId'?: "endToEndId";
  '_pixOutId'?: "pixOutId";
  '_orderRefundId'?: "orderRefundId";
}
