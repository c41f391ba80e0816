// Original file: gx/webhooks/v1/webhooks.proto


export interface CheckUrlResponseInput {
}

export interface CheckUrlResponse {
}
