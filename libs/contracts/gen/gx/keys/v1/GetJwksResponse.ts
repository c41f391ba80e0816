// Original file: gx/keys/v1/keys.proto


export interface GetJwksResponseInput {
  'jwksJson'?: (string);
}

export interface GetJwksResponse {
  'jwksJson': (string);
}
