import { z } from 'zod';

export const CURRENCY = /^[A-Z0-9]{3,8}$/;
export const CURRENCY_RULE = 'must have 3 to 8 upper-case letters or digits';

/**
 * A currency in a query: one that nothing was ever paid in is not wrong, a malformed one is (decisions A45).
 */
export const currencyCode = z.string().regex(CURRENCY, CURRENCY_RULE);

/** The only currency of Pix; may be left out. */
export const brl = z
  .literal('BRL', { error: 'must be BRL' })
  .nullish()
  .transform((value) => value ?? 'BRL');
