import { newId } from '@gx/core';
import { inSpan, parseTraceparent, startTelemetry, traceparent } from '@gx/runtime';
import { captureOtlp, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import {
  arrives,
  CALL,
  event,
  order,
  PLAIN_PROFILE,
  PROFILE,
  paid,
  pixIn,
  type Rig,
  refusal,
  startRig,
  stored,
} from './rig.ts';

const otlp = await captureOtlp();
const telemetry = await startTelemetry('refund', otlp.endpoint);
/** One that asks a bank by itself too late to be before a callback, and one that asks again at once. */
const [rig, hasty] = await Promise.all([startRig({ POLL_TIME_SCALE: '1000' }), startRig({ POLL_TIME_SCALE: '0.1' })]);
test.after.always('everything stops', async () => {
  await Promise.all([rig.stop(), hasty.stop()]);
  await telemetry.stop();
  otlp.stop();
});

const traceIdOf = (header: string | undefined): string => parseTraceparent(header)?.traceId ?? 'none';
const DESTINATION = 'canario@example.com';
const REASON = 'Canário no motivo, CPF 111.444.777-35';
const DOCUMENT = '52998224725';

test.serial(
  'the refund is in the request’s trace, what a callback brings about in the callback’s with a link to the first; no canary anywhere',
  async (t) => {
    const it = await paid(rig, { profileId: PROFILE, charge: { customer: { document: DOCUMENT } } });
    await rig.misbehave({ kind: 'stuck', operation: 'pix_out_put', times: 1 });
    const request = order(it, { destinationKey: DESTINATION, reason: REASON, amount: 300 });
    const { header, refund } = await inSpan('POST /v1/payments/:id/refund', {}, async () => ({
      header: traceparent(),
      refund: (await rig.rpc.createRefund(CALL, request)).refund,
    }));
    const id = refund?.id ?? '';
    await event(rig, id, 'refund.progressed', 'IN_PROGRESS');
    const bankId = id.replaceAll('-', '');
    await rig.simulator.control('POST', `/sim/pix-out/${bankId}`, { status: 'REALIZADO' });
    const callback = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await until(
      'the callback is applied',
      async () => {
        await rig.bus.callback(it.tenant, { bankProfileId: PROFILE, pixOutId: bankId }, callback);
        return (await stored(rig, id))?.['status'] === 'REFUNDED';
      },
      { timeoutMs: 30_000, everyMs: 500 },
    );
    await event(rig, id, 'refund.progressed', 'REFUNDED');
    const traces = rig.bus.headers(id).map((one) => [one['event-type'], traceIdOf(one['traceparent'])]);
    t.deepEqual(traces, [
      ['refund.created', traceIdOf(header)],
      ['refund.progressed', traceIdOf(header)],
      ['refund.progressed', traceIdOf(callback)],
    ]);
    const span = await until('the span of the last look', () =>
      otlp.spans.find((one) => one.name === 'work on refund' && one.traceId === traceIdOf(callback)),
    );
    t.deepEqual(span.links, [traceIdOf(header)]);

    demandNoCanary(t, rig, id, [it.endToEndId, request.idempotencyKey as string]);
  },
);

/** What is in no span, log line or header: personal data, secrets, and what this refund alone is known by. */
function demandNoCanary(t: ExecutionContext, { bank, bus, lines }: Rig, id: string, own: readonly string[]): void {
  const sinks = { spans: otlp.raw.join(), logs: lines().join(), headers: JSON.stringify(bus.headers(id)) };
  const canaries = [DESTINATION, DOCUMENT, REASON, '111.444.777-35', bank.clientSecret, bank.pixKey, ...own];
  for (const [sink, text] of Object.entries(sinks)) {
    for (const canary of canaries) t.false(text.includes(canary), `${sink}: ${canary}`);
  }
}

test.serial('no canary anywhere on the paths on which things go wrong', async (t) => {
  const it = await paid(hasty, { profileId: PROFILE, charge: { customer: { document: DOCUMENT } } });
  const canary = { destinationKey: DESTINATION, reason: REASON };
  await refusal(hasty.rpc.createRefund(CALL, order(it, { ...canary, amount: 5_000 })));
  await hasty.misbehave({ kind: 'key_not_found', operation: 'pix_out_put', times: 1 });
  const failing = await hasty.rpc.createRefund(CALL, order(it, { ...canary, amount: 100 }));
  await arrives(hasty, failing.refund?.id ?? '', 'FAILED');
  await hasty.misbehave({ kind: 'non_json', operation: 'pix_out_put', times: 1 });
  const request = order(it, { ...canary, amount: 100 });
  const unclear = await hasty.rpc.createRefund(CALL, request);
  await arrives(hasty, unclear.refund?.id ?? '', 'REFUNDED');
  const endToEndId = await pixIn(hasty, 50);
  const returnId = newId('refund');
  await hasty.misbehave({ kind: 'fails', operation: 'devolution_put', times: 3 });
  const returned = {
    returnId,
    bankProfileId: PLAIN_PROFILE,
    endToEndId,
    amount: 50,
    currency: 'BRL',
    reason: 'CHARGE_CLOSED',
  };
  await hasty.bus.orderReturn(it.tenant, it.chargeId, returned);
  await until('it is ordered', async () => (await stored(hasty, returnId)) !== null, { timeoutMs: 30_000 });
  await arrives(hasty, returnId, 'FAILED');
  const id = unclear.refund?.id ?? '';
  t.true(otlp.raw.length > 0 && hasty.lines().length > 0 && hasty.bus.headers(id).length > 0, 'there is where to look');
  demandNoCanary(t, hasty, id, [it.endToEndId, endToEndId, request.idempotencyKey as string]);
});

test.serial('at rest a destination is encrypted, and so is the body that says it', async (t) => {
  const it = await paid(rig, { profileId: PROFILE, charge: { customer: { document: DOCUMENT } } });
  await rig.misbehave({ kind: '503', operation: '*' });
  const { refund } = await rig.rpc.createRefund(CALL, order(it, { destinationKey: DESTINATION }));
  const document = await stored(rig, refund?.id ?? '');
  t.false(JSON.stringify(document).includes(DESTINATION));
  t.deepEqual([document?.['destination'], document?.['body']], [undefined, null], 'its payee’s key has both');
  t.truthy(document?.['payee'].secrets);
  await rig.behave();
});
