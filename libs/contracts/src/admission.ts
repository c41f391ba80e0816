/**
 * What gateway and keys share about a key's record in Redis: a lease, never a truth. The gateway asks `keys`
 * on a miss and stores the answer until the miss' own Redis time plus KEY_LEASE_MS; a revocation answers only
 * after REVOCATION_WAIT_MS, so no record written from an older read can outlive it, whatever Redis does in
 * between.
 */
export const KEY_LEASE_MS = 1_000;
export const REVOCATION_WAIT_MS = 1_250;

/** A hash with a field for each secret that gateways sign with. */
export const keyRecordName = (redisPrefix: string, fingerprint: string): string =>
  `${redisPrefix}lease:{${fingerprint}}`;
