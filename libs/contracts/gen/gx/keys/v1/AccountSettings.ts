// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

export interface AccountSettingsInput {
  /**
   * Platform fee in hundredths of a percent of the amount, rounded half up.
   */
  'platformFeeBasisPoints'?: (number);
  /**
   * Platform fee in centavos, added to the share above.
   */
  'platformFeeFixed'?: (number | string | Long);
  'defaultExpiresInSeconds'?: (number);
  /**
   * How long a credit stays pending; 0 credits the available balance at once.
   */
  'settlementDelaySeconds'?: (number);
  /**
   * What payers are shown as the merchant.
   */
  'name'?: (string);
}

export interface AccountSettings {
  /**
   * Platform fee in hundredths of a percent of the amount, rounded half up.
   */
  'platformFeeBasisPoints': (number);
  /**
   * Platform fee in centavos, added to the share above.
   */
  'platformFeeFixed': (number);
  'defaultExpiresInSeconds': (number);
  /**
   * How long a credit stays pending; 0 credits the available balance at once.
   */
  'settlementDelaySeconds': (number);
  /**
   * What payers are shown as the merchant.
   */
  'name': (string);
}
