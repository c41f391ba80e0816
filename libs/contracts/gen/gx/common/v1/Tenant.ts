// Original file: gx/common/v1/common.proto


/**
 * Whose data, and which world of it.
 */
export interface TenantInput {
  'accountId'?: (string);
  'livemode'?: (boolean);
}

/**
 * Whose data, and which world of it.
 */
export interface Tenant {
  'accountId': (string);
  'livemode': (boolean);
}
