// Original file: gx/charge/v1/charge.proto


export interface RecheckPaymentResponseInput {
}

export interface RecheckPaymentResponse {
}
