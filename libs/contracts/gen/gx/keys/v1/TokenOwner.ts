// Original file: gx/keys/v1/keys.proto


export interface TokenOwnerInput {
  'accountId'?: (string);
}

export interface TokenOwner {
  'accountId': (string);
}
