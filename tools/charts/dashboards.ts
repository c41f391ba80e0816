import { METRICS, type MetricName } from '../../libs/runtime/src/telemetry/metric-registry.ts';
import { SERVICE_LEVELS } from './alert-rules.ts';

/** One question to Prometheus and how its series are named. */
type Target = { readonly expr: string; readonly legend: string };
export type Panel = {
  readonly title: string;
  readonly says: string;
  readonly unit: 's' | 'reqps' | 'short' | 'percentunit' | 'dateTimeFromNow';
  readonly targets: readonly Target[];
};
export type Dashboard = { readonly file: string; readonly title: string; readonly panels: readonly Panel[] };

const underscored = (name: string): string => name.replaceAll('.', '_');
const WINDOW = '[$__rate_interval]';

type Spec = { readonly kind: string; readonly unit: string; readonly says: string; readonly labels: readonly string[] };
/** What of a metric is looked at: of whom, apart by which of its labels, and only those that match. */
type SeriesFilter = { readonly job?: string; readonly by?: readonly string[]; readonly where?: string };

const selector = ({ job, where }: SeriesFilter): string => {
  const who = job === undefined ? [] : [`job=~".+-${job}"`];
  return `{${['namespace="$namespace"', ...who, ...(where === undefined ? [] : [where])].join(',')}}`;
};
const legendOf = (by: readonly string[]): string => by.map((label) => `{{${label}}}`).join(' ');

/**
 * The panels of a metric: what its kind makes of it, apart by the labels that are asked for, by all of them
 * else.
 */
export function panelsOf(name: MetricName, look: SeriesFilter = {}): Panel[] {
  const { kind, unit, says, labels }: Spec = METRICS[name];
  const by = look.by ?? labels.map(underscored);
  const base = underscored(name);
  const of = selector(look);
  const legend = legendOf(by);
  const grouped = (more: readonly string[] = []): string =>
    by.length + more.length === 0 ? '' : ` by (${[...more, ...by].join(', ')})`;
  if (kind === 'counter')
    return [
      {
        title: `${base}, a second`,
        says,
        unit: 'reqps',
        targets: [{ expr: `sum${grouped()} (rate(${base}_total${of}${WINDOW}))`, legend }],
      },
    ];
  if (kind === 'gauge') {
    const isInstant = base.endsWith('_at');
    const expr = isInstant ? `min${grouped()} (${base}${of}) * 1000` : `max${grouped()} (${base}${of})`;
    const shown = isInstant ? 'dateTimeFromNow' : unit === 's' ? 's' : 'short';
    return [{ title: base, says, unit: shown, targets: [{ expr, legend }] }];
  }
  const quantile = (q: number): Target => ({
    expr: `histogram_quantile(${q}, sum${grouped(['le'])} (rate(${base}_bucket${of}${WINDOW})))`,
    legend: `p${q * 100} ${legend}`.trim(),
  });
  return [
    {
      title: `${base}, a second`,
      says,
      unit: 'reqps',
      targets: [{ expr: `sum${grouped()} (rate(${base}_count${of}${WINDOW}))`, legend }],
    },
    { title: `${base}, half and 99 of 100`, says, unit: 's', targets: [quantile(0.5), quantile(0.99)] },
  ];
}

const CONSUMES = ['messaging.process.duration', 'gx.consumer.lag', 'gx.dead_letters'] as const;
const PUBLISHES = ['gx.outbox.oldest_age', 'gx.events.published'] as const;
const BANKS = ['gx.bank.call.duration', 'gx.bank.certificate.expires_at'] as const;
const ALWAYS = ['gx.job.duration', 'gx.job.failures_in_a_row', 'gx.alarms', 'gx.process.ready_at'] as const;

const ANSWERS = ['rpc.server.call.duration', 'gx.grpc.handshakes.refused', 'gx.grpc.plaintext.calls'] as const;

/** What each service tells. */
export const METRICS_OF: Readonly<Record<string, readonly MetricName[]>> = {
  gateway: ['http.server.request.duration', 'gx.refusals', 'gx.idempotent.replays', 'gx.alarms', 'gx.process.ready_at'],
  checkout: ['http.server.request.duration', 'gx.alarms', 'gx.process.ready_at'],
  keys: [...ANSWERS, ...ALWAYS],
  charge: [...ANSWERS, 'gx.charge.time_to_paid', 'gx.bank.balance', ...BANKS, ...PUBLISHES, ...CONSUMES, ...ALWAYS],
  refund: [...ANSWERS, ...BANKS, ...PUBLISHES, ...CONSUMES, ...ALWAYS],
  payout: [...ANSWERS, ...BANKS, ...PUBLISHES, ...CONSUMES, ...ALWAYS],
  ledger: [
    ...ANSWERS,
    'gx.ledger.mismatches',
    'gx.ledger.balance',
    'gx.ledger.clearing',
    ...PUBLISHES,
    ...CONSUMES,
    ...ALWAYS,
  ],
  webhooks: [
    ...ANSWERS,
    'gx.webhook.attempts',
    'gx.webhook.delay',
    'gx.webhook.due',
    'gx.webhook.oldest_due_age',
    'gx.webhook.oldest_throttled_age',
    ...CONSUMES,
    ...ALWAYS,
  ],
  // Of a trial: what calls it as a bank measures the calls.
  'bank-simulator': ALWAYS,
};

/** Where many labels would draw many lines, those that say most. */
const BY: Readonly<Partial<Record<MetricName, readonly string[]>>> = {
  'http.server.request.duration': ['http_route'],
  'rpc.server.call.duration': ['rpc_method'],
  'gx.grpc.handshakes.refused': ['gx_reason'],
  'messaging.process.duration': ['messaging_consumer_group_name', 'gx_outcome'],
  'gx.consumer.lag': ['messaging_consumer_group_name'],
  'gx.process.ready_at': ['gx_service', 'pod'],
  'gx.bank.call.duration': ['gx_bank_operation', 'gx_outcome'],
  'gx.ledger.balance': ['gx_livemode', 'gx_currency', 'gx_address'],
  'gx.ledger.clearing': ['gx_currency', 'gx_bank_profile'],
  'gx.bank.balance': ['gx_bank_profile'],
};
const usual = (name: MetricName, job?: string): Panel[] => {
  const by = BY[name];
  return panelsOf(name, { ...(job === undefined ? {} : { job }), ...(by === undefined ? {} : { by }) });
};

const budgets: Panel = {
  title: 'Errors of the service levels, an hour',
  says: 'The share that breaks each promise. The alerts begin at 14.4 times what 30 days allow.',
  unit: 'percentunit',
  targets: SERVICE_LEVELS.map(({ name }) => ({
    expr: `gx:${name}:errors:ratio_rate1h{namespace="$namespace"}`,
    legend: name,
  })),
};

const OVERVIEW: readonly MetricName[] = [
  'http.server.request.duration',
  'gx.refusals',
  'gx.alarms',
  'gx.process.ready_at',
  'gx.job.failures_in_a_row',
  'gx.ledger.mismatches',
  'gx.dead_letters',
  'gx.outbox.oldest_age',
  'gx.consumer.lag',
  'gx.webhook.due',
  'gx.webhook.oldest_due_age',
  'gx.webhook.oldest_throttled_age',
];
/** In the order in which money goes through: created, paid, credited, told. */
const MONEY: readonly MetricName[] = [
  'gx.bank.call.duration',
  'gx.charge.time_to_paid',
  'gx.events.published',
  'gx.outbox.oldest_age',
  'gx.consumer.lag',
  'gx.ledger.mismatches',
  'gx.ledger.balance',
  'gx.ledger.clearing',
  'gx.bank.balance',
  'gx.webhook.delay',
  'gx.webhook.attempts',
];

export const DASHBOARDS: readonly Dashboard[] = [
  { file: 'overview', title: 'gx: overview', panels: [budgets, ...OVERVIEW.flatMap((name) => usual(name))] },
  { file: 'money', title: 'gx: money flow', panels: MONEY.flatMap((name) => usual(name)) },
  ...Object.entries(METRICS_OF).map(([service, names]) => ({
    file: service,
    title: `gx: ${service}`,
    panels: names.flatMap((name) => usual(name, service)),
  })),
];

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own notation
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' } as const;
const [WIDTH, HEIGHT, ROW] = [12, 8, 2];

const panelJson = ({ title, says, unit, targets }: Panel, nth: number) => ({
  id: nth + 1,
  type: 'timeseries',
  title,
  description: says,
  datasource: DATASOURCE,
  gridPos: { x: (nth % ROW) * WIDTH, y: Math.floor(nth / ROW) * HEIGHT, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
  options: {
    legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
  targets: targets.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: DATASOURCE,
    expr,
    legendFormat: legend,
  })),
});

/** A dashboard as Grafana reads it: the data source and the namespace are chosen above it. */
export const dashboardJson = ({ file, title, panels }: Dashboard): string =>
  `${JSON.stringify(
    {
      uid: `gx-${file}`,
      title,
      tags: ['gx'],
      schemaVersion: 41,
      editable: false,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      timezone: 'browser',
      templating: {
        list: [
          { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
          {
            name: 'namespace',
            label: 'Namespace',
            type: 'query',
            datasource: DATASOURCE,
            refresh: 2,
            sort: 1,
            query: { query: 'label_values(gx_job_duration_count, namespace)', refId: 'namespace' },
          },
        ],
      },
      panels: panels.map(panelJson),
    },
    null,
    1,
  )}\n`;
