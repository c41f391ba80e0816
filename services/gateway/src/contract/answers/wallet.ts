import { z } from 'zod';
import { amount, answer, time } from './answer.ts';

const release = { next_release_at: time.nullable(), next_release_amount: amount.nullable() };
const entry = { currency: z.string(), available: amount, pending: amount, total: amount };
const balanceEntry = answer('BalanceEntry', z.strictObject(entry));

const full = answer(
  'Balance',
  z.strictObject({
    ...entry,
    retained: amount.meta({ description: 'Set aside for refunds; in none of the other figures.' }),
    ...release,
    balances: z.array(balanceEntry),
    primary: balanceEntry,
  }),
);
const { total: _, ...flat } = entry;
const ofOneCurrency = answer('BalanceOfCurrency', z.strictObject({ ...flat, ...release }));

/** With `currency` in the query it is the flat one. */
export const balance = answer('BalanceAnswer', z.union([full, ofOneCurrency]));

export const wallets = answer(
  'Wallets',
  z.array(
    z.strictObject({
      currency: z.string(),
      walletType: z.literal('OPERATIONAL'),
      balance: amount,
      pendingBalance: amount,
    }),
  ),
);
