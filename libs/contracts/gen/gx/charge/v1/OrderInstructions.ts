// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Of the fields those of the charge's method are there. Holds payment codes: never log it.
 */
export interface OrderInstructionsInput {
  /**
   * CREDIT_CARD: the issuer's page (3-D Secure).
   */
  'redirectUrl'?: (string);
  /**
   * MULTIBANCO.
   */
  'entity'?: (string);
  'paymentReference'?: (string);
  /**
   * BOLETO.
   */
  'barcode'?: (string);
  'line'?: (string);
  'pdfUrl'?: (string);
  /**
   * CRYPTO: a decimal amount of a coin, on a network.
   */
  'address'?: (string);
  'coinAmount'?: (string);
  'network'?: (string);
  'coin'?: (string);
  /**
   * By the acquirer.
   */
  'expiresAtMs'?: (number | string | Long);
  '_redirectUrl'?: "redirectUrl";
  '_entity'?: "entity";
  '_paymentReference'?: "paymentReference";
  '_barcode'?: "barcode";
  '_line'?: "line";
  '_pdfUrl'?: "pdfUrl";
  '_address'?: "address";
  '_coinAmount'?: "coinAmount";
  '_network'?: "network";
  '_coin'?: "coin";
}

/**
 * Of the fields those of the charge's method are there. Holds payment codes: never log it.
 */
export interface OrderInstructions {
  /**
   * CREDIT_CARD: the issuer's page (3-D Secure).
   */
  'redirectUrl'?: (string);
  /**
   * MULTIBANCO.
   */
  'entity'?: (string);
  'paymentReference'?: (string);
  /**
   * BOLETO.
   */
  'barcode'?: (string);
  'line'?: (string);
  'pdfUrl'?: (string);
  /**
   * CRYPTO: a decimal amount of a coin, on a network.
   */
  'address'?: (string);
  'coinAmount'?: (string);
  'network'?: (string);
  'coin'?: (string);
  /**
   * By the acquirer.
   */
  'expiresAtMs': (number);
  '_redirectUrl'?: "redirectUrl";
  '_entity'?: "entity";
  '_paymentReference'?: "paymentReference";
  '_barcode'?: "barcode";
  '_line'?: "line";
  '_pdfUrl'?: "pdfUrl";
  '_address'?: "address";
  '_coinAmount'?: "coinAmount";
  '_network'?: "network";
  '_coin'?: "coin";
}
