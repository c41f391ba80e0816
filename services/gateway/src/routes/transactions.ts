import { publicWalletTransaction, transactionTypeOf } from '@gx/contracts';
import type { ReadStatementResponse } from '@gx/contracts/ledger';
import { statement, transactionList } from '../contract/answers/wallet.ts';
import { listed } from '../edge/answer.ts';
import { type RequestContext, type RouteDeps, route } from '../edge/route.ts';
import { periodOf, type STATEMENT_FORMATS, type StatementQuery, statementQuery } from '../input/statement-query.ts';
import { transactionList as transactionListQuery } from '../input/transaction-list.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { CSV_FORM } from '../statement/csv-form.ts';
import { fewAtOnce, STATEMENTS_AT_ONCE } from '../statement/few-at-once.ts';
import { JSON_FORM } from '../statement/json-form.ts';
import { OFX_FORM } from '../statement/ofx-form.ts';
import type { StatementForm, StatementHead } from '../statement/statement.ts';
import { streamStatement } from '../statement/stream-statement.ts';

const FORMS = { json: JSON_FORM, csv: CSV_FORM, ofx: OFX_FORM } as const satisfies Record<
  (typeof STATEMENT_FORMATS)[number],
  StatementForm
>;
const mediaOf = ({ contentType }: StatementForm): string => contentType.split(';')[0] ?? '';

const during = fewAtOnce(STATEMENTS_AT_ONCE);

/** What happened in wallets (decisions, section 8). */
export const TRANSACTIONS = [
  route({
    at: 'GET /v1/wallets/transactions',
    auth: 'key',
    operation: 'listTransactions',
    summary:
      'What happened in the wallets, newest first, by cursor, each line with the balances after it. The sum of `net` over any time is what the wallet changed by.',
    query: transactionListQuery,
    exampleQuery: 'currency=BRL&limit=10',
    answers: { 200: transactionList },
    handle: async ({ ledger }, { call, tenant, query }) => {
      const { limit, currency, type, source, starting_after, created_after, created_before } = query;
      const { transactions, hasMore } = await ledger.listTransactions(
        call,
        omitUndefined({
          tenant,
          limit,
          currency,
          type: type === undefined ? undefined : transactionTypeOf(type),
          sources: source ?? [],
          startingAfter: starting_after,
          createdAfterMs: created_after,
          createdBeforeMs: created_before,
        }),
      );
      return listed(transactions.map(publicWalletTransaction), hasMore);
    },
  }),
  route({
    at: 'GET /v1/wallets/statement',
    auth: 'key',
    operation: 'getStatement',
    summary:
      'Everything that happened in one wallet from day to day, oldest first, as JSON, CSV or OFX 2.2; the same bytes for ever once the last day is over. All amounts are in the smallest unit, those of OFX too.',
    query: statementQuery,
    exampleQuery: 'from=$FROM&to=$TO',
    answers: { 200: { schema: statement, orMedia: [mediaOf(CSV_FORM), mediaOf(OFX_FORM)] } },
    handle: async (deps, request) => {
      const { tenant, query } = request;
      const form = FORMS[query.format];
      const period = { ...query, ...periodOf(query), ...tenant };
      const pieces = streamStatement(form, period, (after) => readPage(deps, request, { ...period, after }));
      return { status: 200, headers: headersOf(form, query), chunks: during(tenant.accountId, pieces) };
    },
  }),
];

type PageOfPeriod = Pick<StatementHead, 'currency' | 'fromMs' | 'endMs'> & { readonly after: string | undefined };

const readPage = (
  { ledger }: RouteDeps,
  { call, tenant }: RequestContext<'key'>,
  { currency, fromMs, endMs, after }: PageOfPeriod,
): Promise<ReadStatementResponse> =>
  ledger.readStatement(call, omitUndefined({ tenant, currency, fromMs, toMs: endMs, after }));

const headersOf = ({ contentType, extension }: StatementForm, { currency, from, to }: StatementQuery) => ({
  'Content-Type': contentType,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  ...(extension === undefined
    ? {}
    : { 'Content-Disposition': `attachment; filename="statement-${currency}-${from}-${to}.${extension}"` }),
});
