// Original file: gx/common/v1/common.proto


/**
 * One step of a walk through everything that a service keeps encrypted.
 */
export interface ReencryptSecretsRequestInput {
  /**
   * Where an earlier step ended; without it the walk begins.
   */
  'after'?: (string);
  /**
   * Counts, and encrypts nothing again.
   */
  'dryRun'?: (boolean);
  '_after'?: "after";
}

/**
 * One step of a walk through everything that a service keeps encrypted.
 */
export interface ReencryptSecretsRequest {
  /**
   * Where an earlier step ended; without it the walk begins.
   */
  'after'?: (string);
  /**
   * Counts, and encrypts nothing again.
   */
  'dryRun': (boolean);
  '_after'?: "after";
}
