// Original file: gx/charge/v1/charge.proto


export interface CheckBankProfileRequestInput {
  'id'?: (string);
}

export interface CheckBankProfileRequest {
  'id': (string);
}
