import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { atBank } from './at-bank.ts';
import { ordered, play, settled, startOrderRig } from './order-rig.ts';
import { CALL, event, newTenant, order, PATIENT, setProfile, stored } from './rig.ts';

const rig = await startOrderRig();
test.after.always('everything stops', rig.stop);

test('provider-status is the acquirer’s word of now, without what opens the payer’s page', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await play(rig, it, 'authenticating', { notifyNever: true });
  const shown = await rig.rpc.getProviderStatus(CALL, it);
  t.like(shown, { localStatus: 'WAITING_PAYMENT', provider: 'sim', providerStatus: 'authenticating' });
  t.false(shown.rawResponseJson?.includes('3ds'));
});

test('lists, filters and statistics say each charge’s own method and currency', async (t) => {
  const tenant = newTenant();
  const created = [];
  for (const [method, currency] of [
    ['MBWAY', 'EUR'],
    ['CREDIT_CARD', 'USD'],
    ['PIX', 'BRL'],
  ] as const) {
    const { charge } = await rig.rpc.createCharge(CALL, {
      ...order(tenant, { paymentMethods: [method], currency, metadataJson: '{"phone":"+351912345678"}' }),
      surface: 'PAYMENTS',
    });
    if (charge !== null) created.push({ tenant, id: charge.id, charge });
  }
  const [mbway, card] = created;
  if (!(mbway && card)) throw new Error('not created');
  await Promise.all([settled(rig, mbway), settled(rig, card)]);
  const listed = await rig.rpc.listPayments(CALL, { tenant, page: 1, limit: 10, status: 'APPROVED' });
  t.deepEqual(
    listed.charges.map(({ paymentMethod }) => paymentMethod),
    ['CREDIT_CARD'],
  );
  const stats = await until(
    'both are counted',
    async () => {
      const now = await rig.rpc.getPaymentStats(CALL, { tenant, days: 1 });
      return now.paidTransactions === 2 && now.totalTransactions === 3 && now;
    },
    PATIENT,
  );
  t.deepEqual(
    stats.methods.map(({ method, currency, volume, count }) => [method, currency, volume, count]).toSorted(),
    [
      ['CREDIT_CARD', 'USD', 1_990, 1],
      ['MBWAY', 'EUR', 1_990, 1],
    ],
  );
  t.deepEqual((await rig.rpc.verifyStatistics(CALL, {})).problemCount, 0);
});

test('a refund that moves at the acquirer is passed on to the refund service, under the id that it was given', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, it);
  const settlement = await rig.rpc.getSettlement(CALL, { tenant: it.tenant, chargeId: it.id });
  const reference = String((await stored(rig, it.id))?.['paymentOptions'][0].txid);
  t.like(settlement, { posted: true, orderReference: reference, bankProfileId: 'sim' });
  const id = newId('refund').replaceAll('-', '');
  const path = `/orders/${reference}/refunds/${id}`;
  t.true((await atBank(rig, 'PUT', path, { amount: 500 }, '/acquirer/v1')) < 300);
  const callback = await until('the refund is passed on', () =>
    rig.ledger.events('').find(({ providerCallbackReceived }) => providerCallbackReceived?.orderRefundId === id),
  );
  t.is(callback.providerCallbackReceived?.bankProfileId, 'sim');
});

test.serial(
  'an order of an earlier profile of the same account is followed, and one of no charge is logged as an alarm',
  async (t) => {
    const renamed = { ...rig.profile, id: 'renamed' };
    const it = await ordered(rig, 'BOLETO');
    await setProfile(rig.rpc, renamed);
    t.teardown(() => setProfile(rig.rpc, rig.profile));
    // Its callbacks go to the profile that was set last.
    await play(rig, it, 'approved');
    await event(rig, it.id, 'charge.payment_accepted');
    const reference = `nobody${newId('charge').replaceAll('-', '')}`.slice(0, 38);
    const body = { method: 'BOLETO', amount: 500, currency: 'BRL', expires_in: 600 };
    t.is(await atBank(rig, 'PUT', `/orders/${reference}`, body, '/acquirer/v1'), 201);
    await rig.simulator.control('POST', `/sim/orders/${reference}/outcome`, { outcome: 'approved' });
    await until('it is logged', () => rig.lines().some((line) => line.includes('order_unknown')), PATIENT);
  },
);
