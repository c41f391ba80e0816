// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface SetBankProfileRequestInput {
  'id'?: (string);
  'livemode'?: (boolean);
  'baseUrl'?: (string);
  'basePath'?: (string);
  'tokenPath'?: (string);
  'clientId'?: (string);
  /**
   * Stored encrypted, never shown.
   */
  'clientSecret'?: (string);
  'pixKey'?: (string);
  /**
   * What the bank takes per charge: fixed centavos plus hundredths of a percent.
   */
  'providerFeeFixed'?: (number | string | Long);
  'providerFeeBasisPoints'?: (number);
  /**
   * What the payer's bank shows for a code that we build ourselves.
   */
  'merchantName'?: (string);
  'merchantCity'?: (string);
  /**
   * Refused for a live profile unless the deployment allows a simulated one.
   */
  'simulator'?: (boolean);
}

export interface SetBankProfileRequest {
  'id': (string);
  'livemode': (boolean);
  'baseUrl': (string);
  'basePath': (string);
  'tokenPath': (string);
  'clientId': (string);
  /**
   * Stored encrypted, never shown.
   */
  'clientSecret': (string);
  'pixKey': (string);
  /**
   * What the bank takes per charge: fixed centavos plus hundredths of a percent.
   */
  'providerFeeFixed': (number);
  'providerFeeBasisPoints': (number);
  /**
   * What the payer's bank shows for a code that we build ourselves.
   */
  'merchantName': (string);
  'merchantCity': (string);
  /**
   * Refused for a live profile unless the deployment allows a simulated one.
   */
  'simulator': (boolean);
}
