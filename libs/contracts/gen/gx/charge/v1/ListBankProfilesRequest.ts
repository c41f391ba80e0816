// Original file: gx/charge/v1/charge.proto


export interface ListBankProfilesRequestInput {
}

export interface ListBankProfilesRequest {
}
