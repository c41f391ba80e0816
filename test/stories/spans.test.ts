import { randomUUID } from 'node:crypto';
import { SPANS, type SpanName, spanOf } from '@gx/runtime';
import { type CapturedSpan, captureOtlp, startWebhookSink, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { PATIENTLY } from './merchant.ts';
import { payOut, toKey, untilPayout } from './payout.ts';
import { openShop, type Shop } from './shop.ts';
import { startStack } from './stack.ts';

/** Only held money is asked for again, hours later. */
const NOT_HERE: readonly SpanName[] = ['query payer'];
/** Who causes what at whom: calls, events and what they set off. */
const EDGES = [
  'charge -> keys',
  'charge -> ledger',
  'charge -> payout',
  'charge -> refund',
  'charge -> webhooks',
  'gateway -> charge',
  'gateway -> keys',
  'gateway -> ledger',
  'gateway -> payout',
  'gateway -> refund',
  'gateway -> webhooks',
  'ledger -> charge',
  'payout -> charge',
  'payout -> keys',
  'payout -> ledger',
  'payout -> webhooks',
  'refund -> charge',
  'refund -> keys',
  'refund -> ledger',
  'webhooks -> charge',
  'webhooks -> keys',
];
/** Payers pay where no trace begins, so the bank's own spans are not among them. */
const CARD = { amount: 10_000, currency: 'USD', paymentMethods: ['CREDIT_CARD'] };

/** Everything that leaves a span: sold, paid, cancelled, given back, paid out, by Pix and by card. */
async function everything(t: ExecutionContext, shop: Shop, hookUrl: string): Promise<void> {
  // Of somebody: whom it tells merchants of is opened at charge.
  const customer = { name: 'Maria da Silva' };
  const sold = (await shop.create({ amount: 2_000, customer })).body.id;
  await shop.pay(sold);
  await shop.untilStatus(sold, 'paid');
  const refund = await shop.refund(sold, { amount: 500 });
  await shop.untilRefund(sold, String(refund.body.id), 'REFUNDED');
  const twice = (await shop.create({ amount: 1_000 })).body.id;
  await shop.pay(twice);
  await shop.untilStatus(twice, 'paid');
  await shop.pay(twice, { force: true });
  await until('the second payment is back', async () => (await shop.refunds(twice)).length > 0, PATIENTLY);
  const payout = await payOut(shop, { ...toKey('supplier@example.com'), amount: 500 });
  await untilPayout(shop, payout.body.id, 'paid');
  await shop.cancel((await shop.create()).body.id);
  const metadata = { returnUrl: 'https://shop.example/back' };
  const card = { ...CARD, metadata, webhookUrl: hookUrl, idempotencyKey: randomUUID() };
  const { body: order } = await shop.send('POST', '/v1/payments', { body: card });
  const outcome = { body: { outcome: 'approved' } };
  t.is((await shop.send('POST', `/v1/test_helpers/charges/${order.id}/simulate_outcome`, outcome)).status, 202);
  await shop.untilStatus(order.id.replace('tx_', 'ch_'), 'paid');
  await shop.balance();
  await shop.send('GET', '/v1/no-such-route');
}

const edgesOf = (spans: readonly CapturedSpan[]): Set<string> => {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  return new Set(
    spans.flatMap(({ service, parentSpanId = '' }) => {
      const cause = byId.get(parentSpanId);
      return cause === undefined || cause.service === service ? [] : [`${cause.service} -> ${service}`];
    }),
  );
};

test('every span is of the registry, by name, kind and attributes, and each edge between services is one that is drawn', async (t) => {
  t.timeout(200_000);
  const [otlp, sink] = [await captureOtlp(), await startWebhookSink()];
  const stack = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.endpoint } });
  t.teardown(async () => {
    await stack.stop();
    await sink.stop();
    otlp.stop();
  });
  // The first fails: a retry is claimed.
  sink.answer('/own', { status: 503, retryAfter: '1' }, { status: 200 });
  await everything(t, await openShop(stack, sink), sink.url('/own'));

  const seen = (): Set<SpanName | undefined> => new Set(otlp.spans.map(({ name }) => spanOf(name)));
  const wanted = (Object.keys(SPANS) as SpanName[]).filter((name) => !NOT_HERE.includes(name));
  const isAllThere = (): boolean => {
    const edges = edgesOf(otlp.spans);
    return wanted.every((name) => seen().has(name)) && EDGES.every((edge) => edges.has(edge));
  };
  await until('all spans are exported', isAllThere, PATIENTLY).catch(() => undefined);
  t.deepEqual(
    wanted.filter((name) => !seen().has(name)),
    [],
    'a row that nobody sends',
  );
  const wrong = otlp.spans.flatMap(({ service, name, kind, attributes }) => {
    const row = spanOf(name);
    if (row === undefined) return [`${service} ${name}: not in the registry`];
    const { kinds, attributes: may } = SPANS[row] as { kinds: readonly string[]; attributes: readonly string[] };
    const more = Object.keys(attributes).filter((attribute) => !may.includes(attribute));
    return [
      ...(kinds.includes(kind) ? [] : [`${service} ${name}: ${kind}`]),
      ...more.map((attribute) => `${service} ${name}: ${attribute}`),
    ];
  });
  t.deepEqual([...new Set(wrong)], []);
  t.deepEqual([...edgesOf(otlp.spans)].toSorted(), EDGES);
});
