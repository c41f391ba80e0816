// Original file: gx/keys/v1/keys.proto


export interface RotateKeyRequestInput {
  'accessToken'?: (string);
  'id'?: (string);
  /**
   * Absent keeps the old label.
   */
  'label'?: (string);
  '_label'?: "label";
}

export interface RotateKeyRequest {
  'accessToken': (string);
  'id': (string);
  /**
   * Absent keeps the old label.
   */
  'label'?: (string);
  '_label'?: "label";
}
