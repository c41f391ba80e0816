// Original file: gx/keys/v1/keys.proto


export interface IssueKeyRequestInput {
  'accessToken'?: (string);
  'label'?: (string);
  'test'?: (boolean);
  '_label'?: "label";
}

export interface IssueKeyRequest {
  'accessToken': (string);
  'label'?: (string);
  'test': (boolean);
  '_label'?: "label";
}
