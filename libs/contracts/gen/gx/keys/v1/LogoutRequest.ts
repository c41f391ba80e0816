// Original file: gx/keys/v1/keys.proto


export interface LogoutRequestInput {
  'accessToken'?: (string);
}

export interface LogoutRequest {
  'accessToken': (string);
}
