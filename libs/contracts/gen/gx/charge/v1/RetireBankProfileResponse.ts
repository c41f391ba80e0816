// Original file: gx/charge/v1/charge.proto


/**
 * Who takes the new charges of its mode from now on; absent: nobody.
 */
export interface RetireBankProfileResponseInput {
  'livemode'?: (boolean);
  'pix'?: (string);
  'orders'?: (string);
  '_pix'?: "pix";
  '_orders'?: "orders";
}

/**
 * Who takes the new charges of its mode from now on; absent: nobody.
 */
export interface RetireBankProfileResponse {
  'livemode': (boolean);
  'pix'?: (string);
  'orders'?: (string);
  '_pix'?: "pix";
  '_orders'?: "orders";
}
