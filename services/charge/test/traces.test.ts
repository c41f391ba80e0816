import type { Tenant } from '@gx/core';
import { inSpan, parseTraceparent, startTelemetry, traceparent } from '@gx/runtime';
import { captureOtlp, until } from '@gx/testkit';
import test from 'ava';
import { CALL, event, newTenant, order, pay, startRig } from './rig.ts';

const otlp = await captureOtlp();
const telemetry = await startTelemetry('charge', otlp.endpoint);
const rig = await startRig();
test.after.always('everything stops', async () => {
  await rig.stop();
  await telemetry.stop();
  otlp.stop();
});

/** The paths on which things go wrong, with the same canaries in them. */
async function failures(tenant: Tenant, request: ReturnType<typeof order>): Promise<void> {
  await rig.misbehave({ kind: '400', operation: 'create', times: 1 });
  const declined = { ...request, idempotencyKey: 'a key that is declined' };
  await rig.rpc.createCharge(CALL, declined).catch(() => undefined);
  await rig.rpc.createCharge(CALL, { ...request, requestHash: 'v1:other' }).catch(() => undefined);
  const { charge } = await rig.rpc.createCharge(CALL, { ...request, idempotencyKey: 'a key that is paid wrong' });
  await pay(rig, { tenant, id: charge?.id ?? '' }, { amount: 1, force: true });
  await lockedPayments(tenant, request);
  const body = { pix: [{ endToEndId: 7, infoPagador: 'canario-7', pagador: { cpf: '52998224725' } }, 'canario-7'] };
  await rig.simulator.control('POST', '/sim/callbacks', { pixKey: rig.bank.pixKey, body });
  await until('both are in the log', () =>
    ['money that may not be kept goes back', 'callback_unreadable'].every((line) => rig.lines().join().includes(line)),
  );
}

/** Everything that is published of the charge. */
const EVENTS = ['charge.created', 'charge.payment_accepted', 'charge.paid'] as const;
const STRANGERS = ['11144477735', '39053344705'] as const;

/** Payments of strangers whom the bank names in its callback, or only when it is asked, and one of nobody. */
async function lockedPayments(tenant: Tenant, request: ReturnType<typeof order>): Promise<void> {
  for (const [i, reportPayer] of (['notification', 'query', 'never'] as const).entries()) {
    const idempotencyKey = `a key that is locked ${i}`;
    const locked = { ...request, idempotencyKey, expectedPayerTaxId: '52998224725' };
    const { charge } = await rig.rpc.createCharge(CALL, locked);
    const id = charge?.id ?? '';
    await pay(rig, { tenant, id }, { payerTaxId: STRANGERS[i % 2] ?? '', payerName: 'Canário Estranho', reportPayer });
    await event(rig, id, reportPayer === 'never' ? 'charge.payment_held' : 'charge.return_ordered');
    if (reportPayer === 'never')
      await rig.rpc.decideReview(CALL, { chargeId: id, verdict: 'REJECT', operator: 'canario-7' });
  }
}

const traceIdOf = (header: string | undefined): string => parseTraceparent(header)?.traceId ?? 'none';

test('one trace per cause: the creation in the request’s trace, the money in the callback’s trace with a link to the first; no canary anywhere', async (t) => {
  const tenant = newTenant();
  const customer = {
    name: 'Canário da Silva',
    document: '52998224725',
    email: 'canario@example.com',
    phone: '+5511987654321',
  };
  const request = order(tenant, { customer, description: 'Canário no texto', metadataJson: '{"canary":"canario-7"}' });
  const { header, charge } = await inSpan('POST /v1/charges', {}, async () => ({
    header: traceparent(),
    charge: (await rig.rpc.createCharge(CALL, request)).charge,
  }));
  const id = charge?.id ?? '';
  const endToEndId = await pay(rig, { tenant, id });
  const accepted = await event(rig, id, 'charge.payment_accepted');
  const headersOf = (type: string) => rig.ledger.headers(id, type);
  // Another topic than the payment's: whichever is read first.
  await event(rig, id, 'charge.created');
  t.is(traceIdOf(headersOf('charge.created')?.['traceparent']), traceIdOf(header));
  const callback = headersOf('charge.payment_accepted')?.['traceparent'];
  t.not(traceIdOf(callback), traceIdOf(header));
  t.regex(callback ?? '', /^00-/);
  await rig.ledger.credit(accepted, { traceparent: callback ?? '' });
  await event(rig, id, 'charge.paid');
  t.is(traceIdOf(headersOf('charge.paid')?.['traceparent']), traceIdOf(callback));

  for (const name of ['decide payment', 'mark charge paid']) {
    const span = await until(`the span ${name}`, () =>
      otlp.spans.find((one) => one.name === name && one.links.length === 1),
    );
    t.is(span.traceId, traceIdOf(callback), name);
    t.is(span.links[0], traceIdOf(header), name);
  }
  await until('the span of the callback', () =>
    otlp.spans.some(({ name, traceId }) => name === 'ReceiveProviderCallback' && traceId === traceIdOf(callback)),
  );

  await failures(tenant, request);
  const sinks = { spans: otlp.raw.join(), logs: rig.lines().join(), headers: JSON.stringify(EVENTS.map(headersOf)) };
  const canaries = [
    ...Object.values(customer),
    ...STRANGERS,
    'Canário Estranho',
    'canario-7',
    'Canário no texto',
    charge?.pix?.brCode ?? '',
    charge?.pix?.txid ?? '',
    endToEndId,
    request.idempotencyKey as string,
    rig.bank.clientSecret,
    rig.bank.pixKey,
  ];
  for (const [sink, text] of Object.entries(sinks)) {
    t.true(text.length > 0, sink);
    for (const canary of canaries) t.false(text.includes(canary), `${sink}: ${canary}`);
  }
});
