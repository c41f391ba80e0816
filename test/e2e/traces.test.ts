import { randomBytes, randomUUID } from 'node:crypto';
import { startWebhookSink, until, type WebhookSink } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { type CapturedSpan, captureOtlp, type OtlpCapture } from './otlp-capture.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack; sink: WebhookSink; otlp: OtlpCapture }>;

test.before(async (t) => {
  t.context.otlp = await captureOtlp();
  t.context.sink = await startWebhookSink();
  t.context.stack = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: t.context.otlp.endpoint } });
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
  await t.context.sink?.stop();
  t.context.otlp?.stop();
});

/** The edges of a trace as `service span`; a reader sees the whole walk. */
const walk = (spans: readonly CapturedSpan[]): string[] =>
  [...new Set(spans.map(({ service, name }) => `${service} ${name}`))].sort();

test('one trace from the merchant’s request to the charge.created webhook, one from the bank’s notice to charge.paid, linked to the first', async (t) => {
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
    /^charge ReceiveBankNotice$/,
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
});

const traceOf = (header: unknown): string => String(header).split('-')[1] ?? '';

function orphans(spans: readonly CapturedSpan[]): string[] {
  const all = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  return all.map(({ service, name }) => `${service} ${name}`);
}
