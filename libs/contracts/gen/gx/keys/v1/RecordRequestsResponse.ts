// Original file: gx/keys/v1/keys.proto


export interface RecordRequestsResponseInput {
}

export interface RecordRequestsResponse {
}
