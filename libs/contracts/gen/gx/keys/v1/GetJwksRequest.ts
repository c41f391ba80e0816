// Original file: gx/keys/v1/keys.proto


export interface GetJwksRequestInput {
}

export interface GetJwksRequest {
}
