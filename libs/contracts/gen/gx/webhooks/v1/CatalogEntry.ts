// Original file: gx/webhooks/v1/webhooks.proto


export interface CatalogEntryInput {
  'event'?: (string);
  'description'?: (string);
  'legacy'?: (boolean);
}

export interface CatalogEntry {
  'event': (string);
  'description': (string);
  'legacy': (boolean);
}
