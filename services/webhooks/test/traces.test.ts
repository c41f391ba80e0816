import { parseTraceparent, startTelemetry } from '@gx/runtime';
import { captureOtlp, until } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, startHarness, TRACEPARENT } from './harness.ts';

test('each attempt is a span of the event’s own trace, and the merchant is given that span to continue', async (t) => {
  const otlp = await captureOtlp();
  const telemetry = await startTelemetry('webhooks', otlp.endpoint);
  const harness = await startHarness();
  t.teardown(async () => {
    await harness.stop();
    await telemetry.stop();
    otlp.stop();
  });
  const { register, publish, sink } = harness;
  const tenant = newTenant();
  sink.answer('/traced', { status: 500 }, { status: 200 });
  const { secret } = await register(tenant, '/traced', ['charge.created']);
  await publish(created(tenant, { name: 'Canary Canarinho' }));
  await until('both attempts', () => sink.requests('/traced').length === 2);
  const attempts = await until('their spans', () => {
    const found = otlp.spans.filter(({ name }) => name === 'POST webhook');
    return found.length === 2 && otlp.spans.filter(({ name }) => name === 'webhook attempt').length >= 2 && found;
  });
  const [, traceId = '', parentId = ''] = TRACEPARENT.split('-');
  const given = sink.requests('/traced').map(({ headers }) => parseTraceparent(String(headers['traceparent'])));
  for (const span of attempts) {
    t.is(span.traceId, traceId);
    const attempt = otlp.spans.find(({ spanId }) => spanId === span.parentSpanId);
    t.is(attempt?.name, 'webhook attempt');
    t.is(attempt?.parentSpanId, parentId);
    t.true(given.some((context) => context?.spanId === span.spanId && context.traceId === span.traceId));
  }
  t.is(new Set(given.map((context) => context?.spanId)).size, 2);
  for (const canary of [secret, 'Canary Canarinho', '00020101']) t.false(otlp.raw.join().includes(canary), canary);
});
