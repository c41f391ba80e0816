// Original file: gx/ledger/v1/ledger.proto

import type { WalletInput as _gx_ledger_v1_WalletInput, Wallet as _gx_ledger_v1_Wallet } from '../../../gx/ledger/v1/Wallet.ts';

export interface ListWalletsResponseInput {
  /**
   * One per currency, the primary one first. Empty for an account that was never credited.
   */
  'wallets'?: (_gx_ledger_v1_WalletInput)[];
}

export interface ListWalletsResponse {
  /**
   * One per currency, the primary one first. Empty for an account that was never credited.
   */
  'wallets': (_gx_ledger_v1_Wallet)[];
}
