/** The keys of payees are kept by the shared block; queries see them as one more store. */
export type { CustomerKeys, NamedPayee, PayeeErasure } from '@gx/runtime/mongo';
