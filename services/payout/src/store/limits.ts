/** What payouts add up to is kept by the shared block; commands see it as one more store. */
export type { LimitClaimant, LimitClaims } from '@gx/runtime/mongo';
