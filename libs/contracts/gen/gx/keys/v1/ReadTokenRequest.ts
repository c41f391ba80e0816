// Original file: gx/keys/v1/keys.proto


export interface ReadTokenRequestInput {
  'accessToken'?: (string);
}

export interface ReadTokenRequest {
  'accessToken': (string);
}
