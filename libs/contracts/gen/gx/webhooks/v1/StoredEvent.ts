// Original file: gx/webhooks/v1/webhooks.proto


export interface StoredEventInput {
  /**
   * evt_<hex>.
   */
  'id'?: (string);
  /**
   * The canonical envelope as deliveries carry it.
   */
  'bodyJson'?: (string);
}

export interface StoredEvent {
  /**
   * evt_<hex>.
   */
  'id': (string);
  /**
   * The canonical envelope as deliveries carry it.
   */
  'bodyJson': (string);
}
