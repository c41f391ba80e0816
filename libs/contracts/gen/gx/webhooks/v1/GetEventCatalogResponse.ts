// Original file: gx/webhooks/v1/webhooks.proto

import type { CatalogEntryInput as _gx_webhooks_v1_CatalogEntryInput, CatalogEntry as _gx_webhooks_v1_CatalogEntry } from '../../../gx/webhooks/v1/CatalogEntry.ts';

export interface GetEventCatalogResponseInput {
  'events'?: (_gx_webhooks_v1_CatalogEntryInput)[];
}

export interface GetEventCatalogResponse {
  'events': (_gx_webhooks_v1_CatalogEntry)[];
}
