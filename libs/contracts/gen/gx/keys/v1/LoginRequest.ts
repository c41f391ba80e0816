// Original file: gx/keys/v1/keys.proto


export interface LoginRequestInput {
  'email'?: (string);
  'password'?: (string);
}

export interface LoginRequest {
  'email': (string);
  'password': (string);
}
