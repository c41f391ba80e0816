// Original file: gx/charge/v1/charge.proto


export interface VerifyStatisticsRequestInput {
}

export interface VerifyStatisticsRequest {
}
