// Original file: gx/charge/v1/charge.proto

import type { EncryptedSecretInput as _gx_charge_v1_EncryptedSecretInput, EncryptedSecret as _gx_charge_v1_EncryptedSecret } from '../../../gx/charge/v1/EncryptedSecret.ts';
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
   * Opened with the ENCRYPTION_KEY of that key id; cleartext never travels.
   */
  'clientSecretKeyId'?: (string);
  'clientSecretCiphertext'?: (string);
  'pixKey'?: (string);
  'payerQuery'?: (boolean);
  'pixOutPath'?: (string);
  'pixOutFee'?: (number | string | Long);
  /**
   * Counts the replacements.
   */
  'version'?: (number | string | Long);
  'acquirerPath'?: (string);
  /**
   * What is shown to the bank, PEM; absent where it asks for none.
   */
  'certificate'?: (string);
  /**
   * Absent without a certificate.
   */
  'certificateKey'?: (_gx_charge_v1_EncryptedSecretInput | null);
  /**
   * Who vouches for the bank, PEM; absent where the usual authorities do.
   */
  'bankAuthority'?: (string);
  '_pixOutPath'?: "pixOutPath";
  '_acquirerPath'?: "acquirerPath";
  '_certificate'?: "certificate";
  '_bankAuthority'?: "bankAuthority";
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
   * Opened with the ENCRYPTION_KEY of that key id; cleartext never travels.
   */
  'clientSecretKeyId': (string);
  'clientSecretCiphertext': (string);
  'pixKey': (string);
  'payerQuery': (boolean);
  'pixOutPath'?: (string);
  'pixOutFee': (number);
  /**
   * Counts the replacements.
   */
  'version': (number);
  'acquirerPath'?: (string);
  /**
   * What is shown to the bank, PEM; absent where it asks for none.
   */
  'certificate'?: (string);
  /**
   * Absent without a certificate.
   */
  'certificateKey': (_gx_charge_v1_EncryptedSecret | null);
  /**
   * Who vouches for the bank, PEM; absent where the usual authorities do.
   */
  'bankAuthority'?: (string);
  '_pixOutPath'?: "pixOutPath";
  '_acquirerPath'?: "acquirerPath";
  '_certificate'?: "certificate";
  '_bankAuthority'?: "bankAuthority";
}
