// Original file: gx/charge/v1/charge.proto


export interface ReceiptFileInput {
  'contentType'?: (string);
  'content'?: (Buffer | Uint8Array | string);
}

export interface ReceiptFile {
  'contentType': (string);
  'content': (Buffer);
}
