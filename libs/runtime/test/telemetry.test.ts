import { contextFrom, count, inSpan, startTelemetry, traceparent } from '@gx/runtime';
import { captureOtlp, type OtlpCapture } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const SETTINGS = {
  OTEL_RESOURCE_ATTRIBUTES: 'k8s.namespace.name=pay,service.name=other',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0',
  OTEL_SDK_DISABLED: 'true',
} as const;

const LABELS = { 'messaging.destination.name': 'charge', 'messaging.consumer.group.name': 'ledger' };

/** What a process that makes one span and counts once sends to its collector. */
async function sent(
  t: ExecutionContext,
  settings: Partial<typeof SETTINGS> = {},
  parent = contextFrom(undefined),
): Promise<OtlpCapture> {
  Object.assign(process.env, settings);
  const otlp = await captureOtlp();
  t.teardown(otlp.stop);
  try {
    const telemetry = await startTelemetry('charge', otlp.endpoint, { version: '1.2.3', environment: 'production' });
    await inSpan('commit', { parent }, () => count('gx.dead_letters', LABELS));
    await telemetry.stop();
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
  return otlp;
}

test.serial('spans and metrics name service, version, instance and environment, and nothing of the host', async (t) => {
  const { resources, spans } = await sent(t);
  t.is(spans.length, 1);
  t.is(resources.length, 2);
  for (const resource of resources) {
    t.deepEqual(Object.keys(resource).sort(), [
      'deployment.environment.name',
      'service.instance.id',
      'service.name',
      'service.version',
      'telemetry.sdk.language',
      'telemetry.sdk.name',
      'telemetry.sdk.version',
    ]);
    t.like(resource, {
      'service.name': 'charge',
      'service.version': '1.2.3',
      'deployment.environment.name': 'production',
    });
  }
});

test.serial('OTEL_RESOURCE_ATTRIBUTES is set: its attributes are exported too, and win', async (t) => {
  const { OTEL_RESOURCE_ATTRIBUTES } = SETTINGS;
  const { resources } = await sent(t, { OTEL_RESOURCE_ATTRIBUTES });
  for (const resource of resources) t.like(resource, { 'k8s.namespace.name': 'pay', 'service.name': 'other' });
});

test.serial('OTEL_EXPORTER_OTLP_HEADERS is set: each request to the collector carries them', async (t) => {
  const { OTEL_EXPORTER_OTLP_HEADERS } = SETTINGS;
  const { headers } = await sent(t, { OTEL_EXPORTER_OTLP_HEADERS });
  t.is(headers.length, 2);
  for (const { authorization } of headers) t.is(authorization, 'Bearer t');
});

test.serial('OTEL_TRACES_SAMPLER takes no trace: one that its caller sampled is exported all the same', async (t) => {
  const { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG } = SETTINGS;
  const none = { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG };
  t.is((await sent(t, none)).spans.length, 0);
  const caller = contextFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const { spans } = await sent(t, none, caller);
  t.deepEqual(
    spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId]),
    [['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']],
  );
});

test.serial('OTEL_SDK_DISABLED is set: nothing is sent, and /metrics is empty', async (t) => {
  const { OTEL_SDK_DISABLED } = SETTINGS;
  t.deepEqual((await sent(t, { OTEL_SDK_DISABLED })).raw, []);
  process.env['OTEL_SDK_DISABLED'] = OTEL_SDK_DISABLED;
  t.teardown(() => delete process.env['OTEL_SDK_DISABLED']);
  const telemetry = await startTelemetry('charge', undefined);
  t.teardown(telemetry.stop);
  count('gx.dead_letters', LABELS);
  t.is(await telemetry.metrics(), '');
});

test.serial('no endpoint is set: a trace has its id and travels, and metrics are there for a scraper', async (t) => {
  const telemetry = await startTelemetry('charge', undefined);
  t.teardown(telemetry.stop);
  await inSpan('commit', {}, async () => {
    t.regex(traceparent() ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    count('gx.dead_letters', LABELS);
  });
  t.regex(await telemetry.metrics(), /^gx_dead_letters_total\{.*messaging_destination_name="charge".*\} 1$/m);
});
