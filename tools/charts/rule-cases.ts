import type { SERVICE_LEVELS } from './alert-rules.ts';

/** Series in promtool's notation, a value a minute from the first: what they are named and what they hold. */
export type Series = Readonly<Record<string, string>>;
/**
 * Data of a quiet day, of which nothing may fire, and of the fault, of which the alert must: with these
 * labels, at that minute.
 */
export type RuleCase = {
  readonly quiet: Series;
  readonly fault: Series;
  /** The same fault as other data: the alert must fire of each. */
  readonly alsoOf?: Readonly<Record<string, Series>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly atMinute: number;
  /** When the alert of the fault has ended. */
  readonly endsAtMinute?: number;
  /** Of which it fires at every minute from the one to the other. */
  readonly throughout?: Readonly<
    Record<string, { readonly series: Series; readonly minutes: readonly [number, number] }>
  >;
  /** Alerts that the fault is no reason for. */
  readonly spares?: readonly string[];
  /** What looks like the fault and is none, and when. */
  readonly alsoQuiet?: Readonly<Record<string, { readonly series: Series; readonly atMinute: number }>>;
};

const NS = 'namespace="gx"';
const created = (status: number, route = '/v1/charges'): string =>
  `http_server_request_duration_count{${NS},http_request_method="POST",http_route="${route}",http_response_status_code="${status}"}`;
const createdWithin = (le: string): string =>
  `http_server_request_duration_bucket{${NS},http_request_method="POST",http_route="/v1/charges",http_response_status_code="201",le="${le}"}`;
const delayed = (what: string, le?: string): string =>
  `gx_webhook_delay_${le === undefined ? 'count' : 'bucket'}{${NS},gx_event_type="${what}"${le === undefined ? '' : `,le="${le}"`}}`;
const HUNDRED = '0+100x210';
const group = `${NS},messaging_consumer_group_name="ledger"`;
const GROUP = { messaging_consumer_group_name: 'ledger' };
const TOPIC = 'messaging_destination_name="gx.charge.money.v1"';
const SUBSCRIPTION = { ...GROUP, messaging_destination_name: 'gx.charge.money.v1' };
const consumer = (what: string, pod = 'a'): string => `gx_consumer_${what}{${group},${TOPIC},pod="${pod}"}`;
const deadLetters = `gx_dead_letters_total{${group},${TOPIC}}`;
const handshakes = (reason: string): string =>
  `gx_grpc_handshakes_refused_total{${NS},gx_service="charge",gx_reason="${reason}"}`;
const bank = (outcome: string): string =>
  `gx_bank_call_duration_count{${NS},gx_bank_profile="main",gx_bank_operation="createCharge",gx_outcome="${outcome}"}`;

/** Each service level burns at ten times what its fastest window allows, so that all four windows fire. */
const BURNS: Readonly<Record<(typeof SERVICE_LEVELS)[number]['name'], Pick<RuleCase, 'quiet' | 'fault' | 'alsoOf'>>> = {
  CreateAvailability: {
    quiet: {
      [created(201)]: HUNDRED,
      [created(422)]: HUNDRED,
      [created(503)]: '0x210',
      // Of both; where there are none of these, nothing was quick enough.
      [createdWithin('0.8')]: '0+200x210',
    },
    fault: { [created(201)]: HUNDRED, [created(503)]: '0+20x210' },
    alsoOf: {
      'nothing succeeds since the gateways started': { [created(503)]: '0+20x210' },
      'of the route for Pix alone': {
        [created(201, '/v1/pix/charges')]: HUNDRED,
        [created(503, '/v1/pix/charges')]: '0+20x210',
      },
    },
  },
  CreateLatency: {
    quiet: { [createdWithin('0.8')]: HUNDRED, [createdWithin('+Inf')]: HUNDRED, [created(201)]: HUNDRED },
    fault: { [createdWithin('0.8')]: '0+50x210', [createdWithin('+Inf')]: HUNDRED, [created(201)]: HUNDRED },
  },
  PayToWebhook: {
    quiet: {
      [delayed('charge.paid', '5')]: HUNDRED,
      [delayed('charge.paid')]: HUNDRED,
      [delayed('charge.paid', '60')]: HUNDRED,
    },
    fault: {
      [delayed('charge.paid', '5')]: '0+50x210',
      [delayed('charge.paid')]: HUNDRED,
      [delayed('charge.paid', '60')]: HUNDRED,
    },
    alsoOf: {
      'bounds as Prometheus 3 writes them': {
        [delayed('charge.paid', '5.0')]: '0+50x210',
        [delayed('charge.paid')]: HUNDRED,
      },
    },
  },
  FirstAttempt: {
    quiet: { [delayed('charge.expired', '60')]: HUNDRED, [delayed('charge.expired')]: HUNDRED },
    fault: { [delayed('charge.expired', '60')]: '0+50x210', [delayed('charge.expired')]: HUNDRED },
    alsoOf: {
      'bounds as Prometheus 3 writes them': {
        [delayed('charge.expired', '60.0')]: '0+50x210',
        [delayed('charge.expired')]: HUNDRED,
      },
    },
  },
};

const serves = (pod: string): string => `gx_process_ready_at{${NS},gx_service="charge",pod="${pod}"}`;
const alarms = (alarm: string, pod = 'a'): string => `gx_alarms_total{${NS},gx_alarm="${alarm}",pod="${pod}"}`;
const failures = (job: string): string => `gx_job_failures_in_a_row{${NS},gx_job="${job}"}`;

/** A counter that stands for hours is no news; its first value, and one more, is. */
const QUEUES: Readonly<Record<string, RuleCase>> = {
  GxServiceDown: {
    quiet: { [serves('a')]: '100x60', [serves('b')]: '100x10 stale' },
    fault: { [serves('a')]: '100x10 stale', [serves('b')]: '100x8 stale', [serves('c')]: '_x25 1600x30' },
    alsoOf: { 'it dies as soon as it serves, again and again': { [serves('a')]: '100+60x60' } },
    alsoQuiet: {
      'one pod after the other is replaced': {
        series: { [serves('a')]: '100x18 stale', [serves('b')]: '_x18 1200x20' },
        atMinute: 19,
      },
      'the only pod is replaced, nobody serves for two minutes': {
        series: { [serves('a')]: '100x18 stale', [serves('b')]: '_x20 1260x20' },
        atMinute: 21,
      },
      'it was taken away a day ago': { series: { [serves('a')]: '100x10 stale' }, atMinute: 1_500 },
    },
    labels: { gx_service: 'charge' },
    atMinute: 20,
    endsAtMinute: 30,
  },
  GxOutboxWaits: {
    quiet: { [`gx_outbox_oldest_age{${NS},db_collection_name="charges"}`]: '0 12 3 0 50x60' },
    fault: { [`gx_outbox_oldest_age{${NS},db_collection_name="charges"}`]: '0x5 61+60x60' },
    labels: { db_collection_name: 'charges' },
    atMinute: 20,
  },
  GxConsumerBehind: {
    quiet: {
      [`gx_consumer_lag{${group},${TOPIC},messaging_destination_partition_id="0"}`]: '10000x60',
      [consumer('oldest_unread_age')]: '0 300 NaN 0x60',
    },
    fault: {
      [`gx_consumer_lag{${group},${TOPIC},messaging_destination_partition_id="0"}`]: '6000x60',
      [`gx_consumer_lag{${group},${TOPIC},messaging_destination_partition_id="1"}`]: '6000x60',
    },
    alsoOf: { 'few messages, and old': { [consumer('oldest_unread_age')]: '0x5 310+60x60' } },
    labels: SUBSCRIPTION,
    atMinute: 20,
  },
  GxConsumerStopped: {
    quiet: {
      [consumer('last_fetch_age', 'a')]: '1x60',
      [consumer('last_fetch_age', 'b')]: '0x60',
      [consumer('partitions', 'a')]: '6x60',
      [consumer('partitions', 'b')]: '0x60',
    },
    fault: {
      [consumer('last_fetch_age', 'a')]: '1x5 60+60x20 1x60',
      [consumer('partitions', 'a')]: '6x5 0x20 6x60',
    },
    alsoOf: {
      'one of two replicas is stuck with its partitions': {
        [consumer('last_fetch_age', 'a')]: '1x5 60+60x60',
        [consumer('last_fetch_age', 'b')]: '1x60',
        [consumer('partitions', 'a')]: '3x60',
        [consumer('partitions', 'b')]: '3x60',
      },
      'nobody has a partition': { [consumer('last_fetch_age')]: '0x60', [consumer('partitions')]: '0x60' },
    },
    labels: SUBSCRIPTION,
    atMinute: 20,
    endsAtMinute: 40,
  },
  GxConsumerFails: {
    quiet: {
      [`messaging_process_duration_count{${group},${TOPIC},gx_outcome="applied"}`]: '0+9x60',
      [`messaging_process_duration_count{${group},${TOPIC},gx_outcome="failed"}`]: '7x60',
    },
    fault: { [`messaging_process_duration_count{${group},${TOPIC},gx_outcome="failed"}`]: '0+12x60' },
    labels: GROUP,
    atMinute: 20,
  },
  GxDeadLetters: {
    quiet: { [deadLetters]: '3x60' },
    fault: { [deadLetters]: '_x15 1x60' },
    labels: SUBSCRIPTION,
    atMinute: 20,
  },
  GxLedgerMismatch: {
    quiet: { [`gx_ledger_mismatches{${NS},pod="a"}`]: '0x60' },
    fault: { [`gx_ledger_mismatches{${NS},pod="a"}`]: '0x60', [`gx_ledger_mismatches{${NS},pod="b"}`]: '0x10 2x60' },
    labels: {},
    atMinute: 20,
  },
  GxBankCertificateExpires: {
    quiet: { [`gx_bank_certificate_expires_at{${NS},gx_bank_profile="main",gx_certificate_of="us"}`]: '2000000x120' },
    fault: { [`gx_bank_certificate_expires_at{${NS},gx_bank_profile="main",gx_certificate_of="us"}`]: '1000000x120' },
    labels: { gx_bank_profile: 'main', gx_certificate_of: 'us' },
    atMinute: 90,
  },
  GxServiceCertificateEnds: {
    quiet: { [`gx_grpc_certificate_ends_at{${NS},gx_service="charge"}`]: '2000000x120' },
    fault: { [`gx_grpc_certificate_ends_at{${NS},gx_service="charge"}`]: '1000000x120' },
    labels: { gx_service: 'charge' },
    atMinute: 90,
  },
  GxHandshakesRefused: {
    quiet: { [handshakes('unknown_authority')]: '3x60', [handshakes('broken_off')]: '0+9x60' },
    fault: { [handshakes('unknown_authority')]: '0x5 2+2x25 52x60' },
    labels: { gx_service: 'charge', gx_reason: 'unknown_authority' },
    atMinute: 20,
    endsAtMinute: 40,
    alsoQuiet: { 'some come once': { series: { [handshakes('no_tls')]: '1x5 9x60' }, atMinute: 16 } },
  },
  GxBankFails: {
    quiet: { [bank('done')]: '0+50x60', [bank('declined')]: '0+50x60', [bank('unknown')]: '0+20x60' },
    fault: { [bank('done')]: '0+50x60', [bank('not_sent')]: '0+40x60', [bank('unknown')]: '0+40x60' },
    labels: { gx_bank_profile: 'main' },
    atMinute: 20,
  },
  GxWebhooksWait: {
    quiet: {
      [`gx_webhook_oldest_due_age{${NS},gx_queue="first"}`]: '110x60',
      [`gx_webhook_oldest_throttled_age{${NS},gx_queue="first"}`]: '0+60x60',
    },
    fault: { [`gx_webhook_oldest_due_age{${NS},gx_queue="first"}`]: '0x5 121+60x60' },
    labels: { gx_queue: 'first' },
    atMinute: 20,
  },
  GxJobFails: {
    // Of jobs that run each hour: one failure among turns that ran through, and one failure after the other.
    quiet: { [failures('mark')]: '0x9 1x59 0x59' },
    fault: { [failures('mark')]: '0x9 1x59 2x59 3x59 0x59' },
    alsoOf: { 'it runs each second': { [failures('mark')]: '0x60 60+60x60' } },
    alsoQuiet: {
      'each second, and one in two runs through': {
        series: { [failures('mark')]: '0x9 1 0 1 0 1 0 1 0 1' },
        atMinute: 18,
      },
    },
    labels: { gx_job: 'mark' },
    atMinute: 80,
    endsAtMinute: 195,
  },
  GxAlarm: {
    quiet: { [alarms('credit_mismatch')]: '1x60' },
    fault: { [alarms('credit_mismatch')]: '1x15 2x60' },
    labels: { gx_alarm: 'credit_mismatch' },
    atMinute: 20,
    endsAtMinute: 35,
    throughout: {
      'one line each 600 s': { series: { [alarms('credit_mismatch')]: '1x9 2x9 3x9 4x9 5x9 6x9' }, minutes: [0, 59] },
      'one line each 600 s, of one pod and of another': {
        series: {
          [alarms('credit_mismatch', 'a')]: '1x19 2x19 3x19',
          [alarms('credit_mismatch', 'b')]: '_x9 1x19 2x19 3x9',
        },
        minutes: [0, 59],
      },
    },
  },
  GxWebhookDeadLetters: {
    quiet: { [alarms('webhook_dead_letter')]: '3x120' },
    fault: { [alarms('webhook_dead_letter', 'a')]: '_x75 1x90', [alarms('webhook_dead_letter', 'b')]: '3x75 4x90' },
    labels: {},
    atMinute: 80,
    endsAtMinute: 140,
    spares: ['GxAlarm'],
  },
};

const BURN_MINUTE = 200;

/** The data of each alert, by its name. */
export const RULE_CASES: Readonly<Record<string, RuleCase>> = {
  ...Object.fromEntries(
    Object.entries(BURNS).map(([name, data]) => [`Gx${name}Burns`, { ...data, labels: {}, atMinute: BURN_MINUTE }]),
  ),
  ...QUEUES,
};
