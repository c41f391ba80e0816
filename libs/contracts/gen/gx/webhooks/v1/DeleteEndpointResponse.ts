// Original file: gx/webhooks/v1/webhooks.proto


export interface DeleteEndpointResponseInput {
}

export interface DeleteEndpointResponse {
}
