/** One second of the webhooks' schedule takes this long here; deadlines stay as they are. */
export const RETRY_SCALE = 0.02;
/** So many live charges a customer may have. */
export const CUSTOMER_MAX = 3;
