// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface BankProfileInput {
  'id'?: (string);
  'livemode'?: (boolean);
  'simulator'?: (boolean);
  'baseUrl'?: (string);
  'basePath'?: (string);
  'tokenPath'?: (string);
  'clientId'?: (string);
  /**
   * Opened with the SECRETS_KEY of that key id; cleartext never travels.
   */
  'clientSecretKeyId'?: (string);
  'clientSecretBox'?: (string);
  'pixKey'?: (string);
  'payerQuery'?: (boolean);
  'pixOutPath'?: (string);
  'pixOutFee'?: (number | string | Long);
  /**
   * Counts the replacements.
   */
  'version'?: (number | string | Long);
  'acquirerPath'?: (string);
  '_pixOutPath'?: "pixOutPath";
  '_acquirerPath'?: "acquirerPath";
}

export interface BankProfile {
  'id': (string);
  'livemode': (boolean);
  'simulator': (boolean);
  'baseUrl': (string);
  'basePath': (string);
  'tokenPath': (string);
  'clientId': (string);
  /**
   * Opened with the SECRETS_KEY of that key id; cleartext never travels.
   */
  'clientSecretKeyId': (string);
  'clientSecretBox': (string);
  'pixKey': (string);
  'payerQuery': (boolean);
  'pixOutPath'?: (string);
  'pixOutFee': (number);
  /**
   * Counts the replacements.
   */
  'version': (number);
  'acquirerPath'?: (string);
  '_pixOutPath'?: "pixOutPath";
  '_acquirerPath'?: "acquirerPath";
}
