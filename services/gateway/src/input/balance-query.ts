import { z } from 'zod';
import { currencyCode } from './currency-code.ts';

/**
 * `GET /v1/wallets/balance`: a currency without a wallet has zeros, a malformed one is refused (decisions
 * A45).
 */
export const balanceQuery = z.object({ currency: currencyCode.optional() });
