// Original file: gx/webhooks/v1/webhooks.proto

import type { DeliveryInput as _gx_webhooks_v1_DeliveryInput, Delivery as _gx_webhooks_v1_Delivery } from '../../../gx/webhooks/v1/Delivery.ts';
import type { DeliveryAttemptInput as _gx_webhooks_v1_DeliveryAttemptInput, DeliveryAttempt as _gx_webhooks_v1_DeliveryAttempt } from '../../../gx/webhooks/v1/DeliveryAttempt.ts';

export interface DeliveryWithLogInput {
  'delivery'?: (_gx_webhooks_v1_DeliveryInput | null);
  /**
   * Oldest first.
   */
  'attemptLog'?: (_gx_webhooks_v1_DeliveryAttemptInput)[];
}

export interface DeliveryWithLog {
  'delivery': (_gx_webhooks_v1_Delivery | null);
  /**
   * Oldest first.
   */
  'attemptLog': (_gx_webhooks_v1_DeliveryAttempt)[];
}
