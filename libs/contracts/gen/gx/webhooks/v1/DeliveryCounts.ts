// Original file: gx/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

export interface DeliveryCountsInput {
  'pending'?: (number | string | Long);
  'processing'?: (number | string | Long);
  'delivered'?: (number | string | Long);
  'failed'?: (number | string | Long);
  'cancelled'?: (number | string | Long);
}

export interface DeliveryCounts {
  'pending': (number);
  'processing': (number);
  'delivered': (number);
  'failed': (number);
  'cancelled': (number);
}
