// Original file: gx/keys/v1/keys.proto


export interface UserInput {
  'id'?: (string);
  'email'?: (string);
  'name'?: (string);
}

export interface User {
  'id': (string);
  'email': (string);
  'name': (string);
}
