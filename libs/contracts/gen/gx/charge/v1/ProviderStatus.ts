// Original file: gx/charge/v1/charge.proto

import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';

/**
 * Only `local_status` is there for a charge that never reached a provider.
 */
export interface ProviderStatusInput {
  'localStatus'?: (_gx_charge_v1_Charge_StatusInput);
  /**
   * The bank profile.
   */
  'provider'?: (string);
  /**
   * The id that the charge has there.
   */
  'providerTransactionId'?: (string);
  /**
   * The bank's own word; absent when it does not know the charge any more.
   */
  'providerStatus'?: (string);
  /**
   * JSON object: what the bank answered, field by field, without who paid.
   */
  'rawResponseJson'?: (string);
  '_provider'?: "provider";
  '_providerTransactionId'?: "providerTransactionId";
  '_providerStatus'?: "providerStatus";
  '_rawResponseJson'?: "rawResponseJson";
}

/**
 * Only `local_status` is there for a charge that never reached a provider.
 */
export interface ProviderStatus {
  'localStatus': (_gx_charge_v1_Charge_Status);
  /**
   * The bank profile.
   */
  'provider'?: (string);
  /**
   * The id that the charge has there.
   */
  'providerTransactionId'?: (string);
  /**
   * The bank's own word; absent when it does not know the charge any more.
   */
  'providerStatus'?: (string);
  /**
   * JSON object: what the bank answered, field by field, without who paid.
   */
  'rawResponseJson'?: (string);
  '_provider'?: "provider";
  '_providerTransactionId'?: "providerTransactionId";
  '_providerStatus'?: "providerStatus";
  '_rawResponseJson'?: "rawResponseJson";
}
