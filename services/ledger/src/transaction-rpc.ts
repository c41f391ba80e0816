import type { MessageInit } from '@gx/contracts';
import type {
  ListTransactionsRequest,
  ListTransactionsResponse,
  ReadStatementRequest,
  ReadStatementResponse,
  TransactionSource as SourceMessage,
  WalletTransaction as TransactionMessage,
} from '@gx/contracts/ledger';
import { invariant } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import { isCurrency } from './domain/money-details.ts';
import { TRANSACTION_TYPES, type TransactionSource, type TransactionType } from './domain/transaction.ts';
import type { WalletTransaction } from './domain/wallet-transaction.ts';
import { type ListTransactionsDeps, listTransactions } from './queries/list-transactions.ts';
import { type ReadStatementDeps, readStatement } from './queries/read-statement.ts';
import { toTenant } from './tenant.ts';

export type TransactionRpcDeps = ListTransactionsDeps & ReadStatementDeps;

/** `ListTransactions`. */
export async function transactionsOf(
  deps: TransactionRpcDeps,
  { signal }: CallContext,
  request: ListTransactionsRequest,
): Promise<MessageInit<ListTransactionsResponse>> {
  const { limit, startingAfter, currency, createdAfterMs, createdBeforeMs } = request;
  const filter = {
    limit,
    startingAfter,
    currency,
    type: TRANSACTION_TYPES.find((type) => wordOf(type) === request.type),
    createdAfter: createdAfterMs === undefined ? undefined : new Date(createdAfterMs),
    createdBefore: createdBeforeMs === undefined ? undefined : new Date(createdBeforeMs),
    sources: request.sources.map(toSource),
  };
  const { transactions, hasMore } = await listTransactions(deps, toTenant(request.tenant), filter, signal);
  return { transactions: transactions.map(fromTransaction), hasMore };
}

/** `ReadStatement`. */
export async function statementOf(
  deps: TransactionRpcDeps,
  { signal }: CallContext,
  { tenant, currency, fromMs, toMs, after }: ReadStatementRequest,
): Promise<MessageInit<ReadStatementResponse>> {
  invariant(isCurrency(currency), 'a statement in a malformed currency');
  const wallet = { ...toTenant(tenant), currency };
  const question = { wallet, from: new Date(fromMs), to: new Date(toMs), after };
  const { transactions, next, ...balances } = await readStatement(deps, question, signal);
  return {
    ...balances,
    transactions: transactions.map(fromTransaction),
    ...(next === undefined ? {} : { next }),
  };
}

type Word<T extends string> = Uppercase<T>;
const wordOf = <T extends TransactionType | TransactionSource['type']>(type: T): Word<T> =>
  type.toUpperCase() as Word<T>;

const SOURCES = ['charge', 'refund', 'payout', 'dispute', 'return'] as const satisfies TransactionSource['type'][];

function toSource({ type: word, id }: SourceMessage): TransactionSource {
  const type = SOURCES.find((one) => wordOf(one) === word);
  invariant(type !== undefined && id !== '', 'a source of no kind');
  return { type, id };
}

const fromTransaction = (one: WalletTransaction): MessageInit<TransactionMessage> => ({
  id: one.id,
  type: wordOf(one.type),
  amount: one.amount,
  fee: one.fee,
  net: one.net,
  currency: one.currency,
  balanceAfter: one.balanceAfter,
  ...(one.source === undefined ? {} : { source: { type: wordOf(one.source.type), id: one.source.id } }),
  createdAtMs: one.createdAt.getTime(),
  availableAtMs: one.availableAt.getTime(),
});
