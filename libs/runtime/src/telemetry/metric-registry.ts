type Spec = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly unit:
    | 's'
    | '{event}'
    | '{message}'
    | '{request}'
    | '{attempt}'
    | '{delivery}'
    | '{line}'
    | '{unit}'
    | '{problem}'
    | '{run}'
    | '{partition}'
    | '{connection}';
  /** One sentence for the reader of a dashboard. */
  readonly says: string;
  /**
   * Every label it may carry. None names an account, a charge, a key or a payer: labels are kept for weeks
   * and are few.
   */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in its unit. */
  readonly buckets?: readonly number[];
};

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1, 2.5, 5, 10, 30] as const;
const WORK_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120] as const;
const DELAY_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800] as const;
const PAYING_SECONDS = [5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 14_400, 86_400] as const;

/**
 * Every metric of gx. Names follow OpenTelemetry's conventions where there is one, and begin with `gx.` where
 * there is none; Prometheus sees them with underscores. What is not here cannot be recorded.
 */
export const METRICS = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'HTTP requests by route template, from their first byte to the end of the answer.',
    labels: ['http.request.method', 'http.route', 'http.response.status_code'],
    buckets: REQUEST_SECONDS,
  },
  'rpc.server.call.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'Calls between services at the one who answers; the status is OK or the code of the error table.',
    labels: ['rpc.method', 'rpc.response.status_code'],
    buckets: REQUEST_SECONDS,
  },
  'messaging.process.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'Batches of events by the group that applies them; `failed` ones come again.',
    labels: ['messaging.destination.name', 'messaging.consumer.group.name', 'gx.outcome'],
    buckets: WORK_SECONDS,
  },
  'gx.consumer.lag': {
    kind: 'gauge',
    unit: '{message}',
    says: 'Messages behind the last one of a partition, as of the last batch that was fetched.',
    labels: ['messaging.destination.name', 'messaging.consumer.group.name', 'messaging.destination.partition.id'],
  },
  'gx.consumer.partitions': {
    kind: 'gauge',
    unit: '{partition}',
    says: 'Partitions of a topic that a process has in its consumer group; 0 while it is no member.',
    labels: ['messaging.destination.name', 'messaging.consumer.group.name'],
  },
  'gx.consumer.last_fetch_age': {
    kind: 'gauge',
    unit: 's',
    says: 'How long ago a broker has last answered a consumer’s fetch, or that the process started; recorded every 5 s, 0 for a member without partitions.',
    labels: ['messaging.destination.name', 'messaging.consumer.group.name'],
  },
  'gx.consumer.oldest_unread_age': {
    kind: 'gauge',
    unit: 's',
    says: 'How old the oldest message is that a consumer group has not committed, by the brokers’ offsets and times, to a tenth; measured every 15 s, not a number while they do not say.',
    labels: ['messaging.destination.name', 'messaging.consumer.group.name'],
  },
  'gx.dead_letters': {
    kind: 'counter',
    unit: '{message}',
    says: 'Messages that can never be applied and were set aside with their reason.',
    labels: ['messaging.destination.name', 'messaging.consumer.group.name'],
  },
  'gx.process.ready_at': {
    kind: 'gauge',
    unit: 's',
    says: 'When a process had started and could serve, in seconds since 1970; one that is still starting, or could not, has none.',
    labels: ['gx.service'],
  },
  'gx.job.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'Runs of background jobs; a failed one runs again at its next turn, one whose lease another replica has is `elsewhere`.',
    labels: ['gx.job', 'gx.outcome'],
    buckets: WORK_SECONDS,
  },
  'gx.job.failures_in_a_row': {
    kind: 'gauge',
    unit: '{run}',
    says: 'How often a background job has failed since it last ran through in this process, however long its turns are apart; 0 once it runs through.',
    labels: ['gx.job'],
  },
  'gx.outbox.oldest_age': {
    kind: 'gauge',
    unit: 's',
    says: 'How long the oldest event has waited in its document for Kafka; 0 while none waits longer than the sweeper looks back.',
    labels: ['db.collection.name'],
  },
  'gx.grpc.certificate.ends_at': {
    kind: 'gauge',
    unit: 's',
    says: 'When the certificate ends that this process shows to the other services, in seconds since 1970.',
    labels: ['gx.service'],
  },
  'gx.grpc.handshakes.refused': {
    kind: 'counter',
    unit: '{connection}',
    says: 'Connections that a server refused before a call came over them, by reason: no TLS, no certificate or one that does not hold, our own not believed (`not_believed`), or gone before its end (`broken_off`).',
    labels: ['gx.service', 'gx.reason'],
  },
  'gx.grpc.plaintext.calls': {
    kind: 'counter',
    unit: '{request}',
    says: 'Calls between services that were answered without TLS, of callers whom nobody knows: in a trial, or while services change to TLS.',
    labels: ['rpc.method'],
  },
  'gx.grpc.plaintext.connections': {
    kind: 'gauge',
    unit: '{connection}',
    says: 'Connections without TLS that are open while services change to it; at 0 everywhere no service is left that calls without.',
    labels: ['gx.service'],
  },
  'gx.alarms': {
    kind: 'counter',
    unit: '{line}',
    says: 'Log lines that carry an `alarm`: somebody should look.',
    labels: ['gx.alarm'],
  },
  'gx.refusals': {
    kind: 'counter',
    unit: '{request}',
    says: 'Requests that were refused, by the code of the error table: rate and velocity limits, keys, bad input, our own faults.',
    labels: ['error.type'],
  },
  'gx.idempotent.replays': {
    kind: 'counter',
    unit: '{request}',
    says: 'Requests that were answered with what an earlier one of the same key had made.',
    labels: ['http.route'],
  },
  'gx.events.published': {
    kind: 'counter',
    unit: '{event}',
    says: 'Events that the broker has, by their type: transitions of charges and refunds as they become known.',
    labels: ['messaging.destination.name', 'gx.event.type'],
  },
  'gx.bank.call.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'Calls to banks by operation and outcome: done, declined, not_sent (nothing happened) or unknown (it may have). A call that the breaker or a rate limit kept back counts too.',
    labels: ['gx.bank.profile', 'gx.bank.operation', 'gx.outcome'],
    buckets: REQUEST_SECONDS,
  },
  'gx.bank.certificate.expires_at': {
    kind: 'gauge',
    unit: 's',
    says: 'When a certificate expires, in seconds since 1970: of the `bank`, as of the last connection, none without TLS; and the one that we show it (`us`), none for a bank that asks for none.',
    labels: ['gx.bank.profile', 'gx.certificate.of'],
  },
  'gx.bank.balance': {
    kind: 'gauge',
    unit: '{unit}',
    says: 'What a bank says that the account of a profile holds, in centavos, of profiles that say where it is read (`--balance-path`); read every 30 s, not a number while the bank does not say.',
    labels: ['gx.livemode', 'gx.bank.profile'],
  },
  'gx.ledger.mismatches': {
    kind: 'gauge',
    unit: '{problem}',
    says: 'Wallets, entries, holds and tranches that do not agree, as the ledger found them when it last came by; what `ops ledger verify` says of them.',
    labels: [],
  },
  'gx.ledger.balance': {
    kind: 'gauge',
    unit: '{unit}',
    says: 'What is owed to merchants (available, pending, retained), by them (receivable), and set aside (suspense), over all wallets, in the smallest unit of the currency; counted every 30 s.',
    labels: ['gx.livemode', 'gx.currency', 'gx.address'],
  },
  'gx.ledger.clearing': {
    kind: 'gauge',
    unit: '{unit}',
    says: 'What each bank should hold by our books, in the smallest unit of the currency; counted every 30 s.',
    labels: ['gx.livemode', 'gx.currency', 'gx.bank.profile'],
  },
  'gx.charge.time_to_paid': {
    kind: 'histogram',
    unit: 's',
    says: 'From the creation of a charge to its payment at the bank.',
    labels: ['gx.livemode'],
    buckets: PAYING_SECONDS,
  },
  'gx.webhook.attempts': {
    kind: 'counter',
    unit: '{attempt}',
    says: 'Webhook attempts by what became of them: deliver, retry, exhaust, or lease_lost.',
    labels: ['gx.outcome'],
  },
  'gx.webhook.delay': {
    kind: 'histogram',
    unit: 's',
    says: 'From the moment a delivery is stored to the end of its first attempt.',
    labels: ['gx.event.type'],
    buckets: DELAY_SECONDS,
  },
  'gx.webhook.due': {
    kind: 'gauge',
    unit: '{delivery}',
    says: 'Webhook deliveries that are due and not under way, of all replicas, counted every 10 s up to 100,000.',
    labels: ['gx.queue'],
  },
  'gx.webhook.oldest_due_age': {
    kind: 'gauge',
    unit: 's',
    says: 'How long the oldest webhook delivery has been due that could be sent at once as far as its endpoint, host and account go; 0 while none is.',
    labels: ['gx.queue'],
  },
  'gx.webhook.oldest_throttled_age': {
    kind: 'gauge',
    unit: 's',
    says: 'How long the oldest webhook delivery has been due that waits for a place of its own endpoint, host or account, and for nobody else; 0 while none does.',
    labels: ['gx.queue'],
  },
} as const satisfies Readonly<Record<string, Spec>>;

export type MetricName = keyof typeof METRICS;
/** The metrics of one kind. */
export type MetricOf<K extends Spec['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never;
}[MetricName];
/** What has to be said of one value of a metric: all of its labels. */
export type LabelsOf<N extends MetricName> = Readonly<
  Record<(typeof METRICS)[N]['labels'][number], string | number | boolean>
>;
