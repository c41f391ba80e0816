import { newId } from '@gx/core';
import { inSpan, parseTraceparent, startTelemetry, traceparent } from '@gx/runtime';
import { captureOtlp, until } from '@gx/testkit';
import test from 'ava';
import { arrives, CALL, event, order, PLAIN_PROFILE, PROFILE, paid, pixIn, refusal, startRig, stored } from './rig.ts';

const otlp = await captureOtlp();
const telemetry = await startTelemetry('refund', otlp.endpoint);
const rig = await startRig({ ASK_AGAIN_TIME_SCALE: '0.1' });
test.after.always('everything stops', async () => {
  await rig.stop();
  await telemetry.stop();
  otlp.stop();
});

const traceIdOf = (header: string | undefined): string => parseTraceparent(header)?.traceId ?? 'none';
const DESTINATION = 'canario@example.com';
const REASON = 'Canário no motivo, CPF 111.444.777-35';
const DOCUMENT = '52998224725';

test.serial(
  'the refund is in the request’s trace, what a notice brings about in the notice’s with a link to the first; no canary anywhere',
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
    const notice = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await until(
      'the notice has been heard',
      async () => {
        await rig.bus.notice(it.tenant, { bankProfileId: PROFILE, pixOutId: bankId }, notice);
        return (await stored(rig, id))?.['status'] === 'REFUNDED';
      },
      { timeoutMs: 30_000, everyMs: 500 },
    );
    await event(rig, id, 'refund.progressed', 'REFUNDED');
    const [created, progressed, ended] = rig.bus.headers(id).map((one) => traceIdOf(one['traceparent']));
    t.is(created, traceIdOf(header));
    t.is(progressed, traceIdOf(header));
    t.is(ended, traceIdOf(notice));
    const span = await until('the span of the last look', () =>
      otlp.spans.find((one) => one.name === 'work on refund' && one.traceId === traceIdOf(notice)),
    );
    t.deepEqual(span.links, [traceIdOf(header)]);

    await failures(it);
    const headers = JSON.stringify(rig.bus.headers(id));
    const sinks = { spans: otlp.raw.join(), logs: rig.lines().join(), headers };
    const canaries = [
      DESTINATION,
      DOCUMENT,
      REASON,
      '111.444.777-35',
      it.endToEndId,
      request.idempotencyKey as string,
      rig.bank.clientSecret,
      rig.bank.pixKey,
    ];
    for (const [sink, text] of Object.entries(sinks)) {
      t.true(text.length > 0, sink);
      for (const canary of canaries) t.false(text.includes(canary), `${sink}: ${canary}`);
    }
  },
);

/** The paths on which things go wrong, with the same canaries in them. */
async function failures(it: Awaited<ReturnType<typeof paid>>): Promise<void> {
  await refusal(rig.rpc.createRefund(CALL, order(it, { destinationKey: DESTINATION, reason: REASON, amount: 5_000 })));
  await rig.misbehave({ kind: 'key_not_found', operation: 'pix_out_put', times: 1 });
  const failing = await rig.rpc.createRefund(
    CALL,
    order(it, { destinationKey: DESTINATION, reason: REASON, amount: 100 }),
  );
  await arrives(rig, failing.refund?.id ?? '', 'FAILED');
  await rig.misbehave({ kind: 'non_json', operation: 'pix_out_put', times: 1 });
  const unclear = await rig.rpc.createRefund(
    CALL,
    order(it, { destinationKey: DESTINATION, reason: REASON, amount: 100 }),
  );
  await arrives(rig, unclear.refund?.id ?? '', 'REFUNDED');
  const endToEndId = await pixIn(rig, 50);
  const returnId = newId('refund');
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 3 });
  const returned = {
    returnId,
    bankProfileId: PLAIN_PROFILE,
    endToEndId,
    amount: 50,
    currency: 'BRL',
    reason: 'CHARGE_CLOSED',
  };
  await rig.bus.orderReturn(it.tenant, it.chargeId, returned);
  await until('it is ordered', async () => (await stored(rig, returnId)) !== null, { timeoutMs: 30_000 });
  await arrives(rig, returnId, 'FAILED');
}

test.serial('at rest a destination is sealed, and so is the body that says it', async (t) => {
  const it = await paid(rig, { profileId: PROFILE, charge: { customer: { document: DOCUMENT } } });
  await rig.misbehave({ kind: '503', operation: '*' });
  const { refund } = await rig.rpc.createRefund(CALL, order(it, { destinationKey: DESTINATION }));
  const document = await stored(rig, refund?.id ?? '');
  t.false(JSON.stringify(document).includes(DESTINATION));
  t.is(document?.['destination'], null, 'the body says it');
  t.truthy(document?.['body'].box);
  await rig.behave();
});
