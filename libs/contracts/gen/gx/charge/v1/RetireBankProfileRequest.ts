// Original file: gx/charge/v1/charge.proto


export interface RetireBankProfileRequestInput {
  'id'?: (string);
  /**
   * Takes it back: the profile stands in its old place again.
   */
  'undo'?: (boolean);
  /**
   * Also where nobody is left to take the new charges that it took.
   */
  'leaveNone'?: (boolean);
  /**
   * Who decided, for the record.
   */
  'operator'?: (string);
}

export interface RetireBankProfileRequest {
  'id': (string);
  /**
   * Takes it back: the profile stands in its old place again.
   */
  'undo': (boolean);
  /**
   * Also where nobody is left to take the new charges that it took.
   */
  'leaveNone': (boolean);
  /**
   * Who decided, for the record.
   */
  'operator': (string);
}
