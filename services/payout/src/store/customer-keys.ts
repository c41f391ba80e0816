/** The keys of payees are kept by the shared block; commands see them as one more store. */
export type { CustomerKeys, OwnedKey } from '@gx/runtime/mongo';
