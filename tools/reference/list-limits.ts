import { chargeList } from '../../services/gateway/src/input/charge-list.ts';
import { CURRENCY } from '../../services/gateway/src/input/currency-code.ts';
import { deliveryList } from '../../services/gateway/src/input/delivery-list.ts';
import { disputeList } from '../../services/gateway/src/input/dispute-list.ts';
import { eventList } from '../../services/gateway/src/input/event-list.ts';
import {
  FINGERPRINT,
  ID_MAX as LOG_ID_MAX,
  logList,
  PATH_MAX,
  REQUEST_ID_MAX,
  STATUS,
} from '../../services/gateway/src/input/log-list.ts';
import { DEPTH_MAX, paymentList, SORT_BY } from '../../services/gateway/src/input/payment-list.ts';
import { paymentMetricsQuery, paymentStatsQuery } from '../../services/gateway/src/input/payment-statistics.ts';
import { payoutList } from '../../services/gateway/src/input/payout-list.ts';
import { STATEMENT_DAYS_MAX } from '../../services/gateway/src/input/statement-query.ts';
import { OTHER_TAX_ID_MAX } from '../../services/gateway/src/input/tax-id.ts';
import { transactionList } from '../../services/gateway/src/input/transaction-list.ts';
import { STATEMENTS_AT_ONCE } from '../../services/gateway/src/statement/few-at-once.ts';
import { code, codes, number, table } from './markdown.ts';

/** A number of a query, as its schema has it. */
function ranged(name: string, schema: { readonly meta: () => unknown }): string {
  const { minimum, maximum, description } = schema.meta() as {
    readonly minimum: number;
    readonly maximum: number;
    readonly description: string;
  };
  return `${code(name)} ${minimum} to ${number(maximum)}, ${description.replace(/^Default (\d+)\.$/, '$1')} if left out`;
}

const LOG_LIST = `${ranged('limit', logList.shape.limit)}; ${code('starting_after')} ${LOG_ID_MAX} characters; ${code('apiKeyFingerprint')} ${code(FINGERPRINT.source)}`;

/** What a list takes of its query. */
export const listLimits = (): string =>
  table(
    ['list', 'limit'],
    [
      [
        code('GET /v1/charges'),
        `${ranged('limit', chargeList.shape.limit)}; ${code('customer_id')} CPF, CNPJ, or another tax id of at most ${OTHER_TAX_ID_MAX} characters`,
      ],
      [
        code('GET /v1/payments'),
        `${ranged('limit', paymentList.shape.limit)}; ${ranged('page', paymentList.shape.page)}, and no page ends behind the ${number(DEPTH_MAX)}th payment; ${code('sortBy')} ${codes(SORT_BY)}, all but the first three over at most 10,000 payments`,
      ],
      [code('GET /v1/payments/stats'), `${ranged('days', paymentStatsQuery.shape.days)}; ${code('tz')} 64 characters`],
      [
        code('GET /v1/payments/metrics'),
        `${ranged('days', paymentMetricsQuery.shape.days)}; ${code('tz')} 64 characters; ${code('currency')} ${code(CURRENCY.source)}`,
      ],
      [
        code('GET /v1/webhooks/deliveries'),
        `${ranged('limit', deliveryList.shape.limit)}; ${ranged('offset', deliveryList.shape.offset)}; ${code('eventType')} 64 characters`,
      ],
      [code('GET /v1/payouts'), ranged('limit', payoutList.shape.limit)],
      [code('GET /v1/disputes'), ranged('limit', disputeList.shape.limit)],
      [code('GET /v1/events'), ranged('limit', eventList.shape.limit)],
      [
        code('GET /v1/request-logs'),
        `${LOG_LIST}; ${code('status')} ${STATUS.min} to ${STATUS.max}; ${code('path')} ${PATH_MAX} characters; ${code('requestId')} ${REQUEST_ID_MAX} characters`,
      ],
      [code('GET /v1/audit-events'), LOG_LIST],
      [code('GET /v1/wallets/balance'), `${code('currency')} ${code(CURRENCY.source)}`],
      [
        code('GET /v1/wallets/transactions'),
        `${ranged('limit', transactionList.shape.limit)}; ${code('currency')} ${code(CURRENCY.source)}`,
      ],
      [
        code('GET /v1/wallets/statement'),
        `${code('currency')} ${code(CURRENCY.source)}; at most ${STATEMENT_DAYS_MAX} days, and ${STATEMENTS_AT_ONCE} at once of an account for a gateway process`,
      ],
    ],
  );
