// Original file: gx/keys/v1/keys.proto


export interface RevokeKeyResponseInput {
}

export interface RevokeKeyResponse {
}
