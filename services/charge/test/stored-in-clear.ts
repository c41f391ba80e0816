import { storedCharges } from '../src/store/stored-charges.ts';

/** Charges of a database without the keys of customers: what they say of persons is stored as it is. */
export const STORED_IN_CLEAR = storedCharges(
  {
    keyFor: () => Promise.reject(new Error('nothing is encrypted here')),
    open: () => Promise.reject(new Error('nothing is encrypted here')),
  },
  { isEncrypted: false },
);
