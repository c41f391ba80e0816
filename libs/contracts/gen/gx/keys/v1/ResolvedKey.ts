// Original file: gx/keys/v1/keys.proto


export interface ResolvedKeyInput {
  'accountId'?: (string);
  'livemode'?: (boolean);
  'keyId'?: (string);
}

export interface ResolvedKey {
  'accountId': (string);
  'livemode': (boolean);
  'keyId': (string);
}
