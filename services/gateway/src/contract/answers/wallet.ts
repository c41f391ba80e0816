import { type PublicWalletTransaction, WALLET_TRANSACTION_TYPES } from '@gx/contracts';
import { z } from 'zod';
import { amount, answer, listOf, signedAmount, time } from './answer.ts';

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

const transactionId = z.string().regex(/^wt_[0-9a-f]+$/);

const transaction = answer(
  'WalletTransaction',
  z.strictObject({
    id: transactionId,
    object: z.literal('wallet_transaction'),
    type: z.enum(WALLET_TRANSACTION_TYPES),
    amount: signedAmount.meta({ description: 'Gross; of a move inside the wallet, what was moved.' }),
    fee: amount.meta({ description: 'Fees of refunds and payouts are transactions of their own.' }),
    net: signedAmount.meta({
      description: 'What it changed of available, pending and retained together: the one column to sum.',
    }),
    currency: z.string(),
    balance_after: z.strictObject({ available: amount, pending: amount, retained: amount }),
    source: z
      .strictObject({
        type: z.enum(['charge', 'refund', 'payout', 'dispute', 'return']),
        id: z.string().meta({ description: 'Of a `return`, which a bank makes by itself, its row among the refunds.' }),
      })
      .nullable(),
    description: z.string(),
    created_at: time,
    available_at: time.meta({ description: 'When a pending credit becomes available; else `created_at`.' }),
  }) satisfies z.ZodType<PublicWalletTransaction>,
);

export const transactionList = answer('WalletTransactionList', listOf(transaction, transactionId));

const date = z.string().meta({ format: 'date' });
export const statement = answer(
  'WalletStatement',
  z.strictObject({
    from: date,
    to: date,
    currency: z.string(),
    opening_balance: amount.meta({ description: 'Available, pending and retained together, before the first line.' }),
    closing_balance: amount.meta({ description: 'The same after the last line.' }),
    transactions: z.array(transaction).meta({ description: 'Oldest first.' }),
  }),
);
