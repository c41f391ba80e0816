// Original file: gx/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What a ledger address stands at, over the whole journal.
 */
export interface AddressBalanceInput {
  'livemode'?: (boolean);
  'currency'?: (string);
  /**
   * merchant:available, merchant:pending, merchant:receivable, merchant:retained, platform:costs,
   * platform:fees, platform:losses, platform:suspense, provider:clearing, provider:fees_payable.
   */
  'address'?: (string);
  /**
   * Debits less credits: what provider:clearing holds is above zero, what is owed to merchants below.
   */
  'balance'?: (number | string | Long);
  /**
   * Of provider:clearing: at which bank. Empty for all other addresses.
   */
  'bankProfileId'?: (string);
}

/**
 * What a ledger address stands at, over the whole journal.
 */
export interface AddressBalance {
  'livemode': (boolean);
  'currency': (string);
  /**
   * merchant:available, merchant:pending, merchant:receivable, merchant:retained, platform:costs,
   * platform:fees, platform:losses, platform:suspense, provider:clearing, provider:fees_payable.
   */
  'address': (string);
  /**
   * Debits less credits: what provider:clearing holds is above zero, what is owed to merchants below.
   */
  'balance': (number);
  /**
   * Of provider:clearing: at which bank. Empty for all other addresses.
   */
  'bankProfileId': (string);
}
