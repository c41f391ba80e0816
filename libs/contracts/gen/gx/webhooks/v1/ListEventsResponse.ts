// Original file: gx/webhooks/v1/webhooks.proto

import type { StoredEventInput as _gx_webhooks_v1_StoredEventInput, StoredEvent as _gx_webhooks_v1_StoredEvent } from '../../../gx/webhooks/v1/StoredEvent.ts';

export interface ListEventsResponseInput {
  'events'?: (_gx_webhooks_v1_StoredEventInput)[];
  'hasMore'?: (boolean);
}

export interface ListEventsResponse {
  'events': (_gx_webhooks_v1_StoredEvent)[];
  'hasMore': (boolean);
}
