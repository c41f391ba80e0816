// Original file: gx/keys/v1/keys.proto


export interface AccountInput {
  'id'?: (string);
  'name'?: (string);
}

export interface Account {
  'id': (string);
  'name': (string);
}
