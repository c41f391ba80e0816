// Original file: gx/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An entry by which money came from a bank: into a wallet, or into suspense.
 */
export interface CreditInput {
  'reference'?: (string);
  /**
   * Empty for money of no charge.
   */
  'chargeId'?: (string);
  'endToEndId'?: (string);
  /**
   * All of it, before fees.
   */
  'amount'?: (number | string | Long);
}

/**
 * An entry by which money came from a bank: into a wallet, or into suspense.
 */
export interface Credit {
  'reference': (string);
  /**
   * Empty for money of no charge.
   */
  'chargeId': (string);
  'endToEndId': (string);
  /**
   * All of it, before fees.
   */
  'amount': (number);
}
