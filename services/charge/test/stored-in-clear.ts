import { storedCharges } from '../src/store/stored-charges.ts';

const refused = () => Promise.reject(new Error('nothing is encrypted here'));

/** Charges of a database without the keys of customers: what they say of persons is stored as it is. */
export const STORED_IN_CLEAR = storedCharges(
  { keyFor: refused, open: refused },
  { isEncrypted: false, requestSecret: refused },
);
