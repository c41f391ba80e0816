import { type MessageInit, SERVICES } from '@gx/contracts';
import type {
  ListTransactionsRequest,
  ReadStatementRequest,
  ReadStatementResponse,
  WalletTransaction,
} from '@gx/contracts/ledger';
import type { Handlers } from '@gx/runtime';
import { stand } from './stand.ts';

type Page = MessageInit<ReadStatementResponse>;

/** The ledger as the edge sees it: the wallets, lines and statements that a test gives it, for whoever asks. */
export function ledgerStandIn() {
  const state = {
    wallets: [] as object[],
    transactions: [] as MessageInit<WalletTransaction>[],
    lists: [] as ListTransactionsRequest[],
    statements: [] as ReadStatementRequest[],
    /** The page after so many others. */
    page: async (_nth: number, _request: ReadStatementRequest): Promise<Page> => ({}),
  };
  const handlers: Partial<Handlers<typeof SERVICES.ledger>> = {
    ListWallets: () => ({ wallets: state.wallets as never }),
    ListTransactions(_ctx, request) {
      state.lists.push(request);
      const { limit } = request;
      return { transactions: state.transactions.slice(0, limit), hasMore: state.transactions.length > limit };
    },
    ReadStatement(_ctx, request) {
      state.statements.push(request);
      return state.page(Number(request.after ?? 0), request);
    },
  };
  return { ...stand(SERVICES.ledger, handlers), state };
}

const ID = '019ae000-0000-7000-8000-000000000001';

/** The `nth` line of a wallet: 10.00 came in, less 20 centavos. */
export const transaction = (nth = 1, more: MessageInit<WalletTransaction> = {}): MessageInit<WalletTransaction> => ({
  id: `${'a'.repeat(16)}${nth.toString(16).padStart(12, '0')}00${Buffer.from('BRL').toString('hex')}`,
  type: 'CHARGE',
  amount: 1_000,
  fee: 20,
  net: 980,
  currency: 'BRL',
  balanceAfter: { available: 980 * nth, pending: 0, retained: 0 },
  source: { type: 'CHARGE', id: ID },
  createdAtMs: Date.parse('2026-11-21T12:00:00.000Z') + nth,
  availableAtMs: Date.parse('2026-11-22T12:00:00.000Z') + nth,
  ...more,
});
