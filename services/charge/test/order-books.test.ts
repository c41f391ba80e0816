import { newId, Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { atBank } from './at-bank.ts';
import { ordered, settled, startOrderRig } from './order-rig.ts';
import { CALL, PATIENT, setProfile, stored } from './rig.ts';

const rig = await startOrderRig();
test.after.always('everything stops', rig.stop);

const HOUR_MS = 3_600_000;
const around = (ms: number) => ({ fromMs: ms - HOUR_MS, toMs: ms + HOUR_MS });
type IncomingPayment = { readonly paidAt: Date; readonly endToEndId: string };
/** The payment of an order as it is stored. */
async function paymentOf(id: string) {
  const document = await stored(rig, id);
  const [payment] = (document?.['payments'] ?? []) as IncomingPayment[];
  if (payment === undefined) throw new Error('not paid');
  return {
    reference: String(document?.['paymentOptions'][0].txid),
    endToEndId: payment.endToEndId,
    paidAt: payment.paidAt.getTime(),
  };
}

/** The books of one order, in a window that may have those of other tests too. */
async function shownByBank(reference: string, window: { fromMs: number; toMs: number }, bankProfileId = 'sim') {
  const { orders } = await rig.rpc.listProviderOrders(CALL, { bankProfileId, ...window });
  return orders.find((order) => order.reference === reference);
}

test.serial('an order that has changed at its acquirer since is read by our payment of the window', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, it);
  const { reference, endToEndId, paidAt } = await paymentOf(it.id);
  const path = `/orders/${reference}/refunds/${newId('refund').replaceAll('-', '')}`;
  t.true((await atBank(rig, 'PUT', path, { amount: 500 }, '/acquirer/v1')) < 300);
  const both = {
    chargeId: it.id,
    paidAtAcquirer: 1_990,
    paidWithUs: 1_990,
    acceptedWithUs: 1_990,
    absentAtAcquirer: false,
    endToEndIds: [endToEndId],
  };
  const books = await until(
    'the refund is done',
    async () => {
      const found = await shownByBank(reference, { fromMs: paidAt, toMs: paidAt + 1 });
      return found?.refunds[0]?.status === 'refunded' && found;
    },
    PATIENT,
  );
  t.like(books, both);
  t.is(books.refunds[0]?.amount, 500);
  t.like(await shownByBank(reference, around(paidAt)), both, 'both lists name it, and it is answered once');
  t.is(await shownByBank(reference, { fromMs: paidAt - HOUR_MS, toMs: paidAt }), undefined);
});

test.serial('an order that the acquirer does not know is answered as absent, with what we have of it', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, it);
  const { paidAt } = await paymentOf(it.id);
  const reference = `unknown${newId('charge').replaceAll('-', '')}`.slice(0, 38);
  const renamed = { 'paymentOptions.0.txid': reference, 'payments.0.endToEndId': `ord_${reference}_1` };
  await rig.database.connection.collection('charges').updateOne({ _id: it.id as never }, { $set: renamed });
  const books = await shownByBank(reference, around(paidAt));
  t.like(books, { chargeId: it.id, absentAtAcquirer: true, paidAtAcquirer: 0, paidWithUs: 1_990, refunds: [] });
});

test.serial(
  'an order that its acquirer lists to another profile of the account is of its charge there too',
  async (t) => {
    const it = await ordered(rig, 'BOLETO');
    await settled(rig, it);
    const { reference, paidAt } = await paymentOf(it.id);
    await setProfile(rig.rpc, { ...rig.profile, id: 'successor' });
    t.teardown(() => setProfile(rig.rpc, rig.profile));
    const books = await shownByBank(reference, around(paidAt), 'successor');
    t.like(books, { chargeId: it.id, paidAtAcquirer: 1_990, paidWithUs: 1_990 });
  },
);

test('a bank profile that is not there is not found', async (t) => {
  const request = { bankProfileId: 'nobody', ...around(Date.now()) };
  t.like(await t.throwsAsync(rig.rpc.listProviderOrders(CALL, request), { instanceOf: Refusal }), {
    code: 'not_found',
  });
});
