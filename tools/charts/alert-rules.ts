import { stringify } from 'yaml';
import { ROUTES } from '../../services/gateway/src/routes/table.ts';

/**
 * A promise that is kept for a share of all cases: `good` of `all`, each as a rate over a window that stands
 * for `$w`.
 */
export type ServiceLevel = {
  readonly name: string;
  readonly objective: number;
  readonly good: string;
  readonly all: string;
  readonly says: string;
};

const CREATING = ROUTES.filter(({ method, path }) => method === 'POST' && /\/(charges|payments)$/.test(path));
/** Requests that make a charge, by whatever route. */
export const CREATES = `http_request_method="POST",http_route=~"${CREATING.map(({ path }) => path).join('|')}"`;
const PAID = 'gx_event_type=~"charge\\\\.paid|payment\\\\.completed"';
/** Prometheus 3 writes the bound of a bucket with its decimals, 2 as it is told. */
const upTo = (seconds: number): string => `le=~"${seconds}|${seconds}[.]0"`;
const rate = (series: string): string => `sum by (namespace) (rate(${series}[$w]))`;

export const SERVICE_LEVELS: readonly ServiceLevel[] = [
  {
    name: 'CreateAvailability',
    objective: 0.999,
    good: rate(`http_server_request_duration_count{${CREATES},http_response_status_code!~"5.."}`),
    all: rate(`http_server_request_duration_count{${CREATES}}`),
    says: 'Creations of charges that are not answered with 5xx.',
  },
  {
    name: 'CreateLatency',
    objective: 0.99,
    good: rate(`http_server_request_duration_bucket{${CREATES},le="0.8"}`),
    all: rate(`http_server_request_duration_count{${CREATES}}`),
    says: 'Creations of charges that are answered within 800 ms.',
  },
  {
    name: 'PayToWebhook',
    objective: 0.99,
    good: rate(`gx_webhook_delay_bucket{${PAID},${upTo(5)}}`),
    all: rate(`gx_webhook_delay_count{${PAID}}`),
    says: 'Webhooks of payments whose first attempt has ended within 5 s.',
  },
  {
    name: 'FirstAttempt',
    objective: 0.99,
    good: rate(`gx_webhook_delay_bucket{${upTo(60)}}`),
    all: rate('gx_webhook_delay_count'),
    says: 'Webhooks whose first attempt has ended within 60 s.',
  },
];

/**
 * How fast the budget of 30 days may burn: over a long window to be sure, and a short one so that the alert
 * ends with the trouble.
 */
const BURNS = [
  { long: '1h', short: '5m', times: 14.4, for: '2m', severity: 'page' },
  { long: '6h', short: '30m', times: 6, for: '15m', severity: 'page' },
  { long: '1d', short: '2h', times: 3, for: '1h', severity: 'ticket' },
  { long: '3d', short: '6h', times: 1, for: '3h', severity: 'ticket' },
] as const;

export type Alert = {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: 'page' | 'ticket';
  readonly says: string;
};

/** The same process a minute ago and now: one that dies as soon as it serves, again and again, is none. */
const LIVES = 'gx_process_ready_at == gx_process_ready_at offset 1m';

/** The one alarm that is somebody else's fault: each delivery to an endpoint that is gone ends with it. */
const DEAD_LETTER = 'webhook_dead_letter';

/** A consumer group of a topic. */
const SUBSCRIPTION = 'by (namespace, messaging_consumer_group_name, messaging_destination_name)';

/** What can grow or go wrong without any request failing. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'GxServiceDown',
    // A target that told of itself within a day is wanted; what was never there, or was taken away a day ago,
    // is nobody's fault.
    expr: `count by (namespace, gx_service) (present_over_time(gx_process_ready_at[1d])) unless count by (namespace, gx_service) (${LIVES})`,
    for: '3m',
    severity: 'page',
    says: 'Of a service that ran within a day no process is left, or none that lives for a minute.',
  },
  {
    name: 'GxOutboxWaits',
    expr: 'max by (namespace, db_collection_name) (gx_outbox_oldest_age) > 60',
    for: '2m',
    severity: 'page',
    says: 'Events wait in their documents for Kafka: wallets are not credited and webhooks not sent.',
  },
  {
    name: 'GxConsumerBehind',
    expr: `sum ${SUBSCRIPTION} (gx_consumer_lag) > 10000 or max ${SUBSCRIPTION} (gx_consumer_oldest_unread_age) > 300`,
    for: '10m',
    severity: 'ticket',
    says: 'A consumer does not keep up with its topic.',
  },
  {
    name: 'GxConsumerStopped',
    // A replica for which no partition is left counts as fetching; that nobody has one is the other half.
    expr: `max ${SUBSCRIPTION} (gx_consumer_last_fetch_age) > 120 or sum ${SUBSCRIPTION} (gx_consumer_partitions) == 0`,
    for: '2m',
    severity: 'page',
    says: 'A consumer gets nothing from its brokers: they refuse it, or it is stuck. What it should apply waits.',
  },
  {
    name: 'GxConsumerFails',
    expr: 'sum by (namespace, messaging_consumer_group_name) (rate(messaging_process_duration_count{gx_outcome="failed"}[5m])) > 0',
    for: '5m',
    severity: 'page',
    says: 'A batch of events fails again and again; what is behind it waits.',
  },
  {
    name: 'GxDeadLetters',
    expr: news('gx_dead_letters_total', '10m'),
    for: '0m',
    severity: 'page',
    says: 'A message could never be applied and was set aside: somebody’s money or webhook is in it.',
  },
  {
    name: 'GxLedgerMismatch',
    expr: 'max by (namespace) (gx_ledger_mismatches) > 0',
    for: '0m',
    severity: 'page',
    says: 'A balance, a chain, a hold or a tranche of the ledger does not agree with its entries.',
  },
  {
    name: 'GxBankCertificateExpires',
    expr: 'min by (namespace, gx_bank_profile, gx_certificate_of) (gx_bank_certificate_expires_at) - time() < 14 * 86400',
    for: '1h',
    severity: 'ticket',
    says: 'The certificate of a bank, or ours for it, expires within 14 days: from then on no charge can be made there.',
  },
  {
    name: 'GxServiceCertificateEnds',
    expr: 'min by (namespace, gx_service) (gx_grpc_certificate_ends_at) - time() < 14 * 86400',
    for: '1h',
    severity: 'ticket',
    says: 'The certificate by which a service shows who it is ends within 14 days: from then on nobody answers it or is answered.',
  },
  {
    name: 'GxHandshakesRefused',
    // A connection that only broke off may be a pod that ended; the first of the others is a GxAlarm.
    expr: 'sum by (namespace, gx_service, gx_reason) (increase(gx_grpc_handshakes_refused_total{gx_reason!="broken_off"}[5m])) > 0',
    for: '10m',
    severity: 'page',
    says: 'A service goes on refusing connections: another service cannot call it, or a stranger is at its port.',
  },
  {
    name: 'GxBankFails',
    expr: 'sum by (namespace, gx_bank_profile) (rate(gx_bank_call_duration_count{gx_outcome=~"not_sent|unknown"}[5m])) / sum by (namespace, gx_bank_profile) (rate(gx_bank_call_duration_count[5m])) > 0.5',
    for: '5m',
    severity: 'page',
    says: 'More than half of the calls to a bank come to nothing.',
  },
  {
    name: 'GxWebhooksWait',
    expr: 'max by (namespace, gx_queue) (gx_webhook_oldest_due_age) > 120',
    for: '5m',
    severity: 'page',
    says: 'Webhook deliveries are due and nobody makes their attempts.',
  },
  {
    name: 'GxJobFails',
    // In a row, so that a job of which the next turn is an hour away counts like one of each second.
    expr: 'max by (namespace, gx_job) (gx_job_failures_in_a_row) > 1',
    for: '5m',
    severity: 'ticket',
    says: 'A background job fails at each of its turns.',
  },
  {
    name: 'GxAlarm',
    // What goes on is told again each ten minutes, by any replica: the window is longer, and it does not
    // matter whose line it is.
    expr: `sum by (namespace, job, gx_alarm) (${news(`gx_alarms_total{gx_alarm!="${DEAD_LETTER}"}`, '15m')})`,
    for: '0m',
    severity: 'page',
    says: 'A service has written a log line that carries an alarm.',
  },
  {
    name: 'GxWebhookDeadLetters',
    expr: `sum by (namespace) (${news(`gx_alarms_total{gx_alarm="${DEAD_LETTER}"}`, '1h')})`,
    for: '0m',
    severity: 'ticket',
    says: 'Webhook deliveries have used all attempts: a merchant’s endpoint has been dead for days.',
  },
];

/** A counter that has just begun has no increase: its first value is news as well. */
function news(counter: string, window: string): string {
  return `increase(${counter}[${window}]) > 0 or (${counter} unless ${counter} offset ${window}) > 0`;
}

/** Where the alert's paragraph stands in this repository. */
const runbook = (name: string): string => `docs/operations/alerts.md#${name.toLowerCase()}`;
const windowed = (expr: string, window: string): string => expr.replaceAll('$w', window);
const ratioName = ({ name }: ServiceLevel, window: string): string => `gx:${name}:errors:ratio_rate${window}`;

function ratios(level: ServiceLevel) {
  const windows = [...new Set(BURNS.flatMap(({ long, short }) => [short, long]))];
  return windows.map((window) => ({
    record: ratioName(level, window),
    // Where nothing has ever been good there is no series of it: that is none of all, not nothing to be said.
    expr: windowed(`1 - (${level.good} or 0 * ${level.all}) / ${level.all}`, window),
  }));
}

function burns(level: ServiceLevel) {
  const budget = Number((1 - level.objective).toPrecision(3));
  return BURNS.map(({ long, short, times, for: during, severity }) => {
    const above = (window: string): string => `${ratioName(level, window)} > ${times} * ${budget}`;
    return {
      alert: `Gx${level.name}Burns`,
      expr: `${above(long)} and ${above(short)}`,
      for: during,
      labels: { severity, window: long },
      annotations: {
        summary: `${level.says} At this pace the budget of 30 days (${budget * 100} %) lasts ${Math.round((30 / times) * 10) / 10} days.`,
        runbook: runbook(`Gx${level.name}Burns`),
      },
    };
  });
}

/** The rules as Prometheus reads them, for the chart and for operators who run Prometheus elsewhere. */
export const alertRules = (): string =>
  `# Generated by \`npm run generate\`; change tools/charts/alert-rules.ts instead.\n${stringify(
    {
      groups: [
        { name: 'gx-service-levels', interval: '30s', rules: SERVICE_LEVELS.flatMap(ratios) },
        { name: 'gx-burn-rates', rules: SERVICE_LEVELS.flatMap(burns) },
        {
          name: 'gx-queues',
          rules: ALERTS.map(({ name, expr, for: during, severity, says }) => ({
            alert: name,
            expr,
            for: during,
            labels: { severity },
            annotations: { summary: says, runbook: runbook(name) },
          })),
        },
      ],
    },
    { lineWidth: 0 },
  )}`;
