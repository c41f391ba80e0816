// Original file: gx/charge/v1/charge.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { HeardRefundsInput as _gx_charge_v1_HeardRefundsInput, HeardRefunds as _gx_charge_v1_HeardRefunds } from '../../../gx/charge/v1/HeardRefunds.ts';
import type { EncryptedSecretInput as _gx_charge_v1_EncryptedSecretInput, EncryptedSecret as _gx_charge_v1_EncryptedSecret } from '../../../gx/charge/v1/EncryptedSecret.ts';
import type { BankReturnInput as _gx_charge_v1_BankReturnInput, BankReturn as _gx_charge_v1_BankReturn } from '../../../gx/charge/v1/BankReturn.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The facts about a charge that a refund needs. Holds personal data: never log it.
 */
export interface SettlementInput {
  'charge'?: (_gx_charge_v1_ChargeInput | null);
  'bankProfileId'?: (string);
  /**
   * The payment is in the wallet. False: nothing can be refunded yet.
   */
  'posted'?: (boolean);
  /**
   * Of the accepted payment.
   */
  'endToEndId'?: (string);
  /**
   * The bank's own time of the payment: the 90 days of a devolution count from here.
   */
  'settledAtMs'?: (number | string | Long);
  /**
   * The order at the acquirer, for a method that is not Pix.
   */
  'orderReference'?: (string);
  /**
   * Absent: of a version that does not say what it has heard.
   */
  'heard'?: (_gx_charge_v1_HeardRefundsInput | null);
  /**
   * CPF or CNPJ of who paid, as the bank reported it, encrypted under the key that charge and refund share;
   * absent where the bank named nobody.
   */
  'payerTaxId'?: (_gx_charge_v1_EncryptedSecretInput | null);
  /**
   * What the bank takes back by itself, each as it last stood.
   */
  'bankReturns'?: (_gx_charge_v1_BankReturnInput)[];
  '_endToEndId'?: "endToEndId";
  '_settledAtMs'?: "settledAtMs";
  '_orderReference'?: "orderReference";
}

/**
 * The facts about a charge that a refund needs. Holds personal data: never log it.
 */
export interface Settlement {
  'charge': (_gx_charge_v1_Charge | null);
  'bankProfileId': (string);
  /**
   * The payment is in the wallet. False: nothing can be refunded yet.
   */
  'posted': (boolean);
  /**
   * Of the accepted payment.
   */
  'endToEndId'?: (string);
  /**
   * The bank's own time of the payment: the 90 days of a devolution count from here.
   */
  'settledAtMs'?: (number);
  /**
   * The order at the acquirer, for a method that is not Pix.
   */
  'orderReference'?: (string);
  /**
   * Absent: of a version that does not say what it has heard.
   */
  'heard': (_gx_charge_v1_HeardRefunds | null);
  /**
   * CPF or CNPJ of who paid, as the bank reported it, encrypted under the key that charge and refund share;
   * absent where the bank named nobody.
   */
  'payerTaxId': (_gx_charge_v1_EncryptedSecret | null);
  /**
   * What the bank takes back by itself, each as it last stood.
   */
  'bankReturns': (_gx_charge_v1_BankReturn)[];
  '_endToEndId'?: "endToEndId";
  '_settledAtMs'?: "settledAtMs";
  '_orderReference'?: "orderReference";
}
