// Original file: gx/keys/v1/keys.proto


export interface ListKeysRequestInput {
  'accessToken'?: (string);
}

export interface ListKeysRequest {
  'accessToken': (string);
}
