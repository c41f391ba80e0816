// Original file: gx/keys/v1/keys.proto


export interface GetAccountSettingsRequestInput {
  'accountId'?: (string);
}

export interface GetAccountSettingsRequest {
  'accountId': (string);
}
