import { randomBytes, randomUUID } from 'node:crypto';
import { METRICS } from '@gx/runtime';
import {
  type CapturedSpan,
  captureOtlp,
  type OtlpCapture,
  startWebhookSink,
  until,
  type WebhookSink,
} from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { samplesOf, scrape, sumOf } from './scrape.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack; sink: WebhookSink; otlp: OtlpCapture }>;

test.before(async (t) => {
  t.context.otlp = await captureOtlp();
  t.context.sink = await startWebhookSink();
  t.context.stack = await startStack({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: t.context.otlp.endpoint },
    // A sweep that finds the payment before its callback is handled would be the beginning of its trace.
    overrides: { charge: { RECONCILE_EVERY_SECONDS: '3600', BANK_RETURNS_EVERY_SECONDS: '3600' } },
  });
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
  await t.context.sink?.stop();
  t.context.otlp?.stop();
});

/** The edges of a trace as `service span`; a reader sees the whole walk. */
const walk = (spans: readonly CapturedSpan[]): string[] =>
  [...new Set(spans.map(({ service, name }) => `${service} ${name}`))].sort();

test.serial(
  'one trace from the merchant’s request to the charge.created webhook, one from the bank’s callback to charge.paid, linked to the first',
  async (t) => {
    const { stack, sink, otlp } = t.context;
    await stack.merchant.send('POST', '/v1/webhooks/endpoints', {
      body: { url: sink.url('/t'), events: ['charge.created', 'charge.paid'] },
    });
    const traceId = randomBytes(16).toString('hex');
    const created = await stack.merchant.send('POST', '/v1/charges', {
      headers: { 'idempotency-key': randomUUID(), traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` },
      body: { amount: 1_000, payment_method: 'pix' },
    });
    t.is(created.status, 201);
    const hook = await until('charge.created arrives', () => sink.requests('/t')[0]);
    t.is(traceOf(hook.headers['traceparent']), traceId, 'the webhook call carries the merchant’s own trace');

    await stack.merchant.pay(created.body.id);
    const paidHook = await until('charge.paid arrives', () =>
      sink.requests('/t').find(({ headers }) => headers['x-service-event-type'] === 'charge.paid'),
    );
    const paidTrace = traceOf(paidHook.headers['traceparent']);
    t.not(paidTrace, traceId);

    const of = (trace: string) => otlp.spans.filter((span) => span.traceId === trace);
    const has = (trace: string, edges: readonly RegExp[]) =>
      edges.every((edge) => walk(of(trace)).some((row) => edge.test(row)));
    const creation = [
      /^gateway POST \/v1\/charges$/,
      /^gateway CreateCharge$/,
      /^charge CreateCharge$/,
      /^charge mongodb insert$/,
      /^charge (bank|api-pix|PUT).*/i,
      /^webhooks /,
    ];
    const settlement = [
      /^gateway POST \/bank\//,
      /^charge ReceiveProviderCallback$/,
      /^ledger /,
      /^charge process .*gx\.ledger/,
      /^webhooks /,
    ];
    await until('both traces are exported', () => has(traceId, creation) && has(paidTrace, settlement)).catch(
      () => undefined,
    );
    for (const edge of creation)
      t.true(
        walk(of(traceId)).some((row) => edge.test(row)),
        `${edge} in\n${walk(of(traceId)).join('\n')}`,
      );
    for (const edge of settlement)
      t.true(
        walk(of(paidTrace)).some((row) => edge.test(row)),
        `${edge} in\n${walk(of(paidTrace)).join('\n')}`,
      );
    t.true(
      of(paidTrace).some(({ links }) => links.includes(traceId)),
      'the settlement links to the create',
    );
    t.deepEqual(
      orphans(of(traceId).filter(({ service }) => service !== 'gateway')),
      [],
      'every span hangs on another of its trace',
    );
  },
);

const prometheusName = (name: string): string => name.replaceAll('.', '_');
/** Where the money is, is counted every 30 s. */
const COUNTED = { timeoutMs: 90_000 };
/** Nothing goes wrong here, every service speaks TLS, and this bank shows no certificate. */
const NOT_HERE = [
  'gx.dead_letters',
  'gx.grpc.handshakes.refused',
  'gx.grpc.plaintext.calls',
  'gx.grpc.plaintext.connections',
  'gx.alarms',
  'gx.bank.certificate.expires_at',
];

test.serial(
  'every metric is measured where it happens, adds up, and names no merchant, no charge, no key',
  async (t) => {
    const { stack, sink, otlp } = t.context;
    const before = samplesOf(await scrape(stack));
    await stack.merchant.send('POST', '/v1/webhooks/endpoints', {
      body: { url: sink.url('/m'), events: ['charge.paid'] },
    });
    const request = {
      headers: { 'idempotency-key': randomUUID() },
      body: { amount: 1_000, payment_method: 'pix' },
    };
    const created = await stack.merchant.send('POST', '/v1/charges', request);
    await stack.merchant.send('POST', '/v1/charges', request);
    await stack.merchant.send('POST', '/v1/charges', { ...request, body: { amount: 0, payment_method: 'pix' } });
    await stack.merchant.pay(created.body.id);
    await until('charge.paid arrives', () => sink.requests('/m')[0]);
    const pages = await until(
      'the attempt and the money are counted',
      async () => {
        const now = await scrape(stack);
        const delivered = sumOf(samplesOf(now), 'gx_webhook_delay_count', { gx_event_type: 'charge.paid' });
        const [ours, banks] = ['gx_ledger_clearing', 'gx_bank_balance'].map((name) =>
          sumOf(samplesOf(now), name, { gx_livemode: 'false' }),
        );
        return delivered > 0 && Number(ours) >= 1_000 && Number(banks) >= 1_000 ? now : undefined;
      },
      COUNTED,
    );
    const after = samplesOf(pages);
    const more = (name: string, labels: Record<string, string>): number =>
      sumOf(after, name, labels) - sumOf(before, name, labels);

    const creations = { http_request_method: 'POST', http_route: '/v1/charges' };
    const requests = 'http_server_request_duration_count';
    t.deepEqual(
      {
        created: more(requests, { ...creations, http_response_status_code: '201' }),
        bad: more(requests, { ...creations, http_response_status_code: '400' }),
        refusals: more('gx_refusals_total', { error_type: 'invalid_amount' }),
        replays: more('gx_idempotent_replays_total', { http_route: '/v1/charges' }),
        paid: more('gx_charge_time_to_paid_count', { gx_livemode: 'false' }),
        published: more('gx_events_published_total', { gx_event_type: 'charge.paid' }),
      },
      { created: 2, bad: 1, refusals: 1, replays: 1, paid: 1, published: 1 },
    );

    const measured = (name: string): boolean => after.some((sample) => sample.name.startsWith(prometheusName(name)));
    t.deepEqual(
      Object.keys(METRICS).filter((name) => !measured(name)),
      NOT_HERE,
    );
    const serving = after.filter(({ name }) => name === 'gx_process_ready_at');
    t.deepEqual(serving.map(({ process }) => process).toSorted(), Object.keys(pages).toSorted());
    const { accountId, testKey } = stack.accounts[0] ?? { accountId: '', testKey: '' };
    for (const page of [...Object.values(pages), ...otlp.raw.filter((text) => text.includes('resourceMetrics'))]) {
      for (const secret of [accountId, testKey, created.body.id, created.body.id.replace(/^ch_/, '')])
        t.false(page.includes(secret));
    }
  },
);

const traceOf = (header: unknown): string => String(header).split('-')[1] ?? '';

function orphans(spans: readonly CapturedSpan[]): string[] {
  const all = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  return all.map(({ service, name }) => `${service} ${name}`);
}
