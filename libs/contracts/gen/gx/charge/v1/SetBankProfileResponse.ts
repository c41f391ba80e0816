// Original file: gx/charge/v1/charge.proto


export interface SetBankProfileResponseInput {
}

export interface SetBankProfileResponse {
}
