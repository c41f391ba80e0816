// Original file: gx/keys/v1/keys.proto


export interface LogoutResponseInput {
}

export interface LogoutResponse {
}
