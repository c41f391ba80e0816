import { z } from 'zod';

/** `GET /v1/wallets/balance`: a currency without a wallet has zeros, a malformed one is refused (decisions A45). */
export const balanceQuery = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3,8}$/, 'must be 3 to 8 upper-case letters')
    .optional(),
});
