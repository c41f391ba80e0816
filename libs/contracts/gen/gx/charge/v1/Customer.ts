// Original file: gx/charge/v1/charge.proto


export interface CustomerInput {
  'name'?: (string);
  'document'?: (string);
  'email'?: (string);
  'phone'?: (string);
  '_name'?: "name";
  '_document'?: "document";
  '_email'?: "email";
  '_phone'?: "phone";
}

export interface Customer {
  'name'?: (string);
  'document'?: (string);
  'email'?: (string);
  'phone'?: (string);
  '_name'?: "name";
  '_document'?: "document";
  '_email'?: "email";
  '_phone'?: "phone";
}
