// Original file: gx/webhooks/v1/webhooks.proto

import type { DeliveryInput as _gx_webhooks_v1_DeliveryInput, Delivery as _gx_webhooks_v1_Delivery } from '../../../gx/webhooks/v1/Delivery.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListDeliveriesResponseInput {
  'deliveries'?: (_gx_webhooks_v1_DeliveryInput)[];
  'total'?: (number | string | Long);
}

export interface ListDeliveriesResponse {
  'deliveries': (_gx_webhooks_v1_Delivery)[];
  'total': (number);
}
