import { z } from 'zod';

/** A currency in a query: one that nothing was ever paid in is not wrong, a malformed one is (decisions A45). */
export const currencyCode = z.string().regex(/^[A-Z]{3,8}$/, 'must be 3 to 8 upper-case letters');
