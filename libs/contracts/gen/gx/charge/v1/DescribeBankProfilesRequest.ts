// Original file: gx/charge/v1/charge.proto


export interface DescribeBankProfilesRequestInput {
}

export interface DescribeBankProfilesRequest {
}
