// Original file: gx/webhooks/v1/webhooks.proto


export interface GetEventCatalogRequestInput {
}

export interface GetEventCatalogRequest {
}
