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
  /**
   * The bank's `GET /pix` can be asked for a payer: without it a payer lock holds every payment whose callback
   * names nobody.
   */
  'payerQuery'?: (boolean);
  /**
   * Where Pix is sent out, after the base path (`/gn/pix`); absent: this bank cannot, and refunds are
   * devolutions.
   */
  'pixOutPath'?: (string);
  /**
   * What the bank takes for one Pix-out, in centavos.
   */
  'pixOutFee'?: (number | string | Long);
  /**
   * Where the acquirer of every other method is, on the same host (`/acquirer/v1`); absent: this bank does
   * Pix alone.
   */
  'acquirerPath'?: (string);
  /**
   * What we show the bank (mutual TLS), PEM: our own certificate first, then those that lead to its
   * authority. Absent: none is shown from now on, as with every field here: a set says all of a profile.
   */
  'certificate'?: (string);
  /**
   * Its private key, PEM without a passphrase. Stored encrypted, never shown.
   */
  'certificateKey'?: (string);
  /**
   * Who vouches for the bank, PEM: trusted instead of the usual authorities.
   */
  'bankAuthority'?: (string);
  /**
   * A profile that is there already takes new charges if it did before, and does not if it did not; a new one
   * always does. Without it, whatever is set takes the new charges of its mode; a retired profile is refused
   * then.
   */
  'keepPlace'?: (boolean);
  /**
   * Where the receipts of Pix are, after the base path (`/comprovantes`): `GET {path}/{end-to-end id}`
   * answers a PDF; absent: this bank makes none.
   */
  'receiptPath'?: (string);
  /**
   * Where the bank says what the account holds, after the base path (`/gn/saldo`): `GET` answers
   * `{saldo: "100.00"}`; absent: it does not.
   */
  'balancePath'?: (string);
  '_pixOutPath'?: "pixOutPath";
  '_acquirerPath'?: "acquirerPath";
  '_certificate'?: "certificate";
  '_certificateKey'?: "certificateKey";
  '_bankAuthority'?: "bankAuthority";
  '_receiptPath'?: "receiptPath";
  '_balancePath'?: "balancePath";
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
  /**
   * The bank's `GET /pix` can be asked for a payer: without it a payer lock holds every payment whose callback
   * names nobody.
   */
  'payerQuery': (boolean);
  /**
   * Where Pix is sent out, after the base path (`/gn/pix`); absent: this bank cannot, and refunds are
   * devolutions.
   */
  'pixOutPath'?: (string);
  /**
   * What the bank takes for one Pix-out, in centavos.
   */
  'pixOutFee': (number);
  /**
   * Where the acquirer of every other method is, on the same host (`/acquirer/v1`); absent: this bank does
   * Pix alone.
   */
  'acquirerPath'?: (string);
  /**
   * What we show the bank (mutual TLS), PEM: our own certificate first, then those that lead to its
   * authority. Absent: none is shown from now on, as with every field here: a set says all of a profile.
   */
  'certificate'?: (string);
  /**
   * Its private key, PEM without a passphrase. Stored encrypted, never shown.
   */
  'certificateKey'?: (string);
  /**
   * Who vouches for the bank, PEM: trusted instead of the usual authorities.
   */
  'bankAuthority'?: (string);
  /**
   * A profile that is there already takes new charges if it did before, and does not if it did not; a new one
   * always does. Without it, whatever is set takes the new charges of its mode; a retired profile is refused
   * then.
   */
  'keepPlace': (boolean);
  /**
   * Where the receipts of Pix are, after the base path (`/comprovantes`): `GET {path}/{end-to-end id}`
   * answers a PDF; absent: this bank makes none.
   */
  'receiptPath'?: (string);
  /**
   * Where the bank says what the account holds, after the base path (`/gn/saldo`): `GET` answers
   * `{saldo: "100.00"}`; absent: it does not.
   */
  'balancePath'?: (string);
  '_pixOutPath'?: "pixOutPath";
  '_acquirerPath'?: "acquirerPath";
  '_certificate'?: "certificate";
  '_certificateKey'?: "certificateKey";
  '_bankAuthority'?: "bankAuthority";
  '_receiptPath'?: "receiptPath";
  '_balancePath'?: "balancePath";
}
