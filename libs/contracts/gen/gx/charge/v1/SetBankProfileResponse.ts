// Original file: gx/charge/v1/charge.proto


export interface SetBankProfileResponseInput {
  /**
   * It was retired before, and is: it takes no new charges.
   */
  'retired'?: (boolean);
}

export interface SetBankProfileResponse {
  /**
   * It was retired before, and is: it takes no new charges.
   */
  'retired': (boolean);
}
