// Original file: gx/ledger/v1/ledger.proto


export interface ListPostedEntriesResponseInput {
  /**
   * Those that stand, as they were asked. The hold of what was given back before it was placed counts:
   * nothing comes of it any more.
   */
  'references'?: (string)[];
}

export interface ListPostedEntriesResponse {
  /**
   * Those that stand, as they were asked. The hold of what was given back before it was placed counts:
   * nothing comes of it any more.
   */
  'references': (string)[];
}
