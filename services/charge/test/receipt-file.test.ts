import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { choosable } from './option-rig.ts';
import { METHODS, ordered, play, reads, settled } from './order-rig.ts';
import { CALL, created, event, newTenant, PATIENT, pay, setProfile, startRig } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '1500' });
const PROFILE = { ...rig.profile, acquirerPath: '/acquirer/v1', receiptPath: '/comprovantes' };
await setProfile(rig.rpc, PROFILE);
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

type ChargeReference = { readonly tenant: Tenant; readonly id: string };
const PAYER = { payerTaxId: '11144477735', payerName: 'Beatriz Canaria' };

const receiptOf = ({ tenant, id }: ChargeReference) => rig.rpc.getReceiptFile(CALL, { tenant, id });
const queries = (): number => rig.toBank.traffic.filter(({ operation }) => operation === 'getReceipt').length;

async function refused(t: ExecutionContext, it: ChargeReference): Promise<Refusal> {
  const refusal = await t.throwsAsync(receiptOf(it), { instanceOf: Refusal });
  if (refusal === undefined) throw new Error('there is a receipt');
  return refusal;
}
async function isUnavailable(t: ExecutionContext, it: ChargeReference): Promise<void> {
  const { code, more } = await refused(t, it);
  t.deepEqual([code as string, more.reason], ['unprocessable_entity', 'receipt_unavailable']);
}

/** A Pix charge whose money is in the wallet. */
async function paid(): Promise<ChargeReference & { readonly endToEndId: string }> {
  const it = await created(rig);
  const endToEndId = await pay(rig, it, PAYER);
  await rig.ledger.credit(await event(rig, it.id, 'charge.payment_accepted'));
  await event(rig, it.id, 'charge.paid');
  return { ...it, endToEndId };
}

test.serial('the bank’s own PDF, byte for byte each time, once the money is in the wallet', async (t) => {
  const it = await paid();
  const { contentType, content } = await receiptOf(it);
  t.is(contentType, 'application/pdf');
  t.true(content.toString('latin1').startsWith('%PDF-'));
  t.true(content.toString('latin1').includes(it.endToEndId));
  t.deepEqual((await receiptOf(it)).content, content);
  rig.toBank.assertClean();
});

test.serial(
  '422 before the money is in the wallet, also while it is on its way there, and no bank is queried',
  async (t) => {
    const before = queries();
    const it = await created(rig);
    await isUnavailable(t, it);
    await pay(rig, it, PAYER);
    await event(rig, it.id, 'charge.payment_accepted');
    await isUnavailable(t, it);
    t.is(queries(), before);
  },
);

test.serial(
  '404 for another merchant, for the other mode and for no charge, also of one that has a receipt',
  async (t) => {
    const it = await paid();
    const { tenant, id } = it;
    for (const wrong of [
      { tenant: newTenant(), id },
      { tenant: { ...tenant, livemode: !tenant.livemode }, id },
      { tenant, id: 'nonsense' },
    ])
      t.is((await refused(t, wrong)).code, 'not_found');
  },
);

for (const kind of ['404', '403'])
  test.serial(
    `422 receipt_unavailable where the bank has none of it, or does not give it to us (${kind})`,
    async (t) => {
      const it = await paid();
      await rig.misbehave({ kind, operation: 'pix_receipt', times: 1 });
      await isUnavailable(t, it);
      t.is((await receiptOf(it)).contentType, 'application/pdf');
    },
  );

for (const kind of ['503', '504', 'reset_before_accept', 'hang', 'non_json'])
  test.serial(`503 service_unavailable while the bank does not say (${kind}); then it is there`, async (t) => {
    const it = await paid();
    await rig.misbehave({ kind, operation: 'pix_receipt', times: 1 });
    t.is((await refused(t, it)).code, 'service_unavailable');
    t.is((await receiptOf(it)).contentType, 'application/pdf');
    rig.toBank.takeViolations();
  });

test.serial('503 for as long as the bank’s rate limit lasts, and charges are made meanwhile', async (t) => {
  const it = await paid();
  await rig.misbehave({ kind: '429', operation: 'pix_receipt', times: 1 });
  t.is((await refused(t, it)).code, 'service_unavailable');
  t.is((await created(rig)).charge.status, 'WAITING_PAYMENT');
  t.true(
    await until(
      'the pause is over',
      () =>
        receiptOf(it).then(
          () => true,
          () => false,
        ),
      PATIENT,
    ),
  );
});

test.serial('who asks at the same moment shares one question to the bank', async (t) => {
  const it = await paid();
  await rig.misbehave({ kind: 'delay', operation: 'pix_receipt', times: 1, ms: 500 });
  const before = queries();
  const [one, other] = await Promise.all([receiptOf(it), receiptOf(it)]);
  t.deepEqual(one.content, other.content);
  t.is(queries(), before + 1);
});

for (const method of METHODS)
  test.serial(`${method}: ${method === 'CRYPTO' ? '422, coins have none' : 'the acquirer’s own PDF'}`, async (t) => {
    const it = await ordered(rig, method);
    await isUnavailable(t, it);
    await settled(rig, it);
    if (method === 'CRYPTO') return isUnavailable(t, it);
    const { contentType, content } = await receiptOf(it);
    t.deepEqual([contentType, content.toString('latin1', 0, 5)], ['application/pdf', '%PDF-']);
  });

for (const [method, status, shown] of [
  ['PIX', 'PAID', 'Comprovante de Pix'],
  ['CREDIT_CARD', 'APPROVED', 'Comprovante de pagamento'],
] as const)
  test.serial(`of several methods the receipt is of the one that was paid by: ${method}`, async (t) => {
    const it = await choosable(rig);
    await (method === 'PIX' ? pay(rig, it) : play(rig, it, 'approved', { paymentMethod: method }));
    await rig.ledger.credit(await event(rig, it.id, 'charge.payment_accepted'));
    await reads(rig, it, status);
    t.true((await receiptOf(it)).content.toString('latin1').includes(shown));
  });

test.serial('503 of an order whose acquirer does not answer', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, it);
  await rig.misbehave({ kind: '503', operation: 'order_receipt', times: 1 });
  t.is((await refused(t, it)).code, 'service_unavailable');
});

test.serial('a retired bank is queried for what was paid there; one that makes none any more is 422', async (t) => {
  const it = await paid();
  const stand = (undo: boolean) =>
    rig.rpc.retireBankProfile(CALL, { id: rig.profileId, operator: 'Ana', leaveNone: true, undo });
  await stand(false);
  t.is((await receiptOf(it)).contentType, 'application/pdf');
  await stand(true);
  const { receiptPath: _, ...plain } = PROFILE;
  await setProfile(rig.rpc, plain);
  t.teardown(() => setProfile(rig.rpc, PROFILE));
  const before = queries();
  await isUnavailable(t, it);
  t.is(queries(), before);
});

test.serial('the log has nothing of a receipt and of its payer', async (t) => {
  const it = await paid();
  await receiptOf(it);
  const lines = rig.lines().join('\n');
  for (const canary of ['%PDF', 'COMPROVANTE', it.endToEndId, ...Object.values(PAYER)])
    t.false(lines.includes(canary), canary);
});
