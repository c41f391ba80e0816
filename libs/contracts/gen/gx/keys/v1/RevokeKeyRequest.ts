// Original file: gx/keys/v1/keys.proto


export interface RevokeKeyRequestInput {
  'accessToken'?: (string);
  'id'?: (string);
}

export interface RevokeKeyRequest {
  'accessToken': (string);
  'id': (string);
}
