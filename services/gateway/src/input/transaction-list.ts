import { parseTransactionId, WALLET_TRANSACTION_TYPES } from '@gx/contracts';
import type { TransactionSource } from '@gx/contracts/ledger';
import { parseId } from '@gx/core';
import { z } from 'zod';
import { never, time } from './charge-list.ts';
import { currencyCode } from './currency-code.ts';
import { queryNumber } from './query-number.ts';
import { readAs } from './text.ts';

const cursor = readAs(parseTransactionId, 'must be the id of a transaction of this list');

/** What an id may be of. A row among the refunds is a merchant's refund, or what a bank took back by itself. */
const SOURCES = {
  charge: ['CHARGE'],
  refund: ['REFUND', 'RETURN'],
  payout: ['PAYOUT'],
  dispute: ['DISPUTE'],
} as const satisfies Record<string, readonly TransactionSource['type'][]>;

/** A raw id may be of anything. */
function sourcesOf(raw: string): TransactionSource[] | undefined {
  const found = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).flatMap((entity) => {
    const id = parseId(entity, raw);
    return id === undefined ? [] : SOURCES[entity].map((type) => ({ type, id }));
  });
  return found.length === 0 ? undefined : found;
}
const source = readAs(sourcesOf, 'must be the id of a charge, a refund, a payout or a dispute').meta({
  description: 'The id of a charge, a refund, a payout or a dispute.',
});

/** `GET /v1/wallets/transactions` (decisions, section 8). */
export const transactionList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: cursor.optional(),
  currency: currencyCode.optional(),
  type: z.enum(WALLET_TRANSACTION_TYPES, { error: `must be one of ${WALLET_TRANSACTION_TYPES.join(', ')}` }).optional(),
  created_after: time('start').optional(),
  created_before: time('end').optional(),
  source: source.optional(),
  page: never,
  offset: never,
});
