import { parkedTopic, topicName } from '@gx/contracts';
import { newId, PLATFORM_ACCOUNT, Refusal, type Tenant } from '@gx/core';
import { readTopic, servers, until } from '@gx/testkit';
import test from 'ava';
import { foreignCob, giveBack } from './at-bank.ts';
import { locked, NAMED, notified, OTHER, paidBy, receiptOf, told } from './locked.ts';
import { startRefunds } from './peers.ts';
import { CALL, created, event, found, newTenant, pay, type Rig, startRig, stored } from './rig.ts';

const rig = await startRig();
/** Its only process reaches no broker. */
const mute = await startRig({ KAFKA_BROKERS: '127.0.0.1:9' }, rig.simulator);
const refunds = await startRefunds(rig.topicPrefix);
const parked = await readTopic(parkedTopic(topicName(rig.topicPrefix, 'refund')));
test.after.always('everything stops', async () => {
  await Promise.all([refunds.stop(), parked.stop()]);
  await mute.stop();
  await rig.stop();
});

type Paid = { readonly id: string; readonly tenant: Tenant };
type Status = 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
const SEQUENCE = { PENDING: 1, IN_PROGRESS: 2, REFUNDED: 3, FAILED: 3 } as const;

async function paidCharge() {
  const charge = await created(rig);
  await pay(rig, charge);
  await rig.ledger.credit(await event(rig, charge.id, 'charge.receipt_accepted'));
  await event(rig, charge.id, 'charge.paid');
  return charge;
}
const statusOf = async (charge: Paid) => (await rig.rpc.getCharge(CALL, charge)).status;
const refundsOf = async ({ id }: Paid) =>
  ((await stored(rig, id))?.['refunds'] ?? []) as { id: string; amount: number; status: Status }[];

type News = {
  readonly refundId?: ReturnType<typeof newId<'refund'>>;
  readonly amount?: number;
  readonly times?: number;
};
/** Says how far a refund of a charge is; answers its id. */
async function say({ id, tenant }: Paid, status: Status, news: News = {}) {
  const { refundId = newId('refund'), amount = 1_990, times = 1 } = news;
  const type = status === 'PENDING' ? 'refund.created' : 'refund.progressed';
  const refund = { id: refundId, tenant, kind: 'REFUND', chargeId: id, amount, currency: 'BRL', status } as const;
  const body = status === 'PENDING' ? { created: refund } : { progressed: refund };
  await refunds.tell({ type, tenant, chargeId: id, refundId, sequence: SEQUENCE[status], ...body }, times);
  return refundId;
}
const progressOf = ({ id }: Paid) => {
  const all = rig.ledger.events(id).filter(({ type }) => type === 'charge.refund_progressed');
  return [...new Map(all.map((one) => [one.eventId, one.refundProgressed])).values()];
};
const heard = (charge: Paid, count: number) => until('it is told on', () => progressOf(charge).length >= count);
const parkedBecause = (reason: string) =>
  until(reason, () => parked.messages.find(({ headers }) => headers['parked-reason'] === reason));

test.serial(
  'a refund of everything: noted when it is made, told at each step, refunded when the money is back',
  async (t) => {
    const charge = await paidCharge();
    const refundId = await say(charge, 'PENDING');
    await until('it is noted', async () => (await refundsOf(charge)).length === 1);
    await say(charge, 'IN_PROGRESS', { refundId });
    await heard(charge, 1);
    t.is(await statusOf(charge), 'PAID');
    await say(charge, 'REFUNDED', { refundId });
    await heard(charge, 2);
    t.deepEqual(
      progressOf(charge).map((one) => [one?.refundStatus, one?.amount, one?.previousStatus, one?.charge?.status]),
      [
        ['IN_PROGRESS', 1_990, 'PAID', 'PAID'],
        ['REFUNDED', 1_990, 'PAID', 'REFUNDED'],
      ],
    );
    t.is(await statusOf(charge), 'REFUNDED');
    t.deepEqual(await refundsOf(charge), [{ id: refundId, amount: 1_990, status: 'REFUNDED' }]);
    t.deepEqual(told(rig, charge.id).slice(3), ['4 charge.refund_progressed', '5 charge.refund_progressed']);
  },
);

test.serial('repeated and out of order: each step is told once, and nothing goes back', async (t) => {
  const charge = await paidCharge();
  const refundId = await say(charge, 'REFUNDED', { times: 5 });
  await heard(charge, 1);
  await say(charge, 'PENDING', { refundId, times: 2 });
  await say(charge, 'IN_PROGRESS', { refundId, times: 3 });
  const other = await paidCharge();
  // Of the same account, so behind them in the same partition.
  await say({ id: other.id, tenant: other.tenant }, 'IN_PROGRESS');
  await heard(other, 1);
  await say(charge, 'REFUNDED', { refundId });
  const last = await say(charge, 'FAILED', { amount: 10 });
  await heard(charge, 2);
  t.deepEqual(
    progressOf(charge).map((one) => [one?.refundId, one?.refundStatus]),
    [
      [refundId, 'REFUNDED'],
      [last, 'FAILED'],
    ],
  );
  t.is(await statusOf(charge), 'REFUNDED');
});

test.serial(
  'the total is reached by several: paid until the last of them is back, failed ones count nothing',
  async (t) => {
    const charge = await paidCharge();
    const parts = [990, 600, 400].map((amount) => ({ amount, refundId: newId('refund') }));
    const failed = newId('refund');
    await say(charge, 'IN_PROGRESS', { refundId: failed, amount: 1_000 });
    await say(charge, 'FAILED', { refundId: failed, amount: 1_000 });
    for (const part of parts) await say(charge, 'PENDING', part);
    for (const part of parts) await say(charge, 'IN_PROGRESS', part);
    for (const part of parts.slice(0, 2)) await say(charge, 'REFUNDED', part);
    await heard(charge, 7);
    t.is(await statusOf(charge), 'PAID');
    await say(charge, 'REFUNDED', parts[2]);
    await heard(charge, 8);
    t.is(await statusOf(charge), 'REFUNDED');
    t.is(progressOf(charge).filter((one) => one?.charge?.status === 'REFUNDED').length, 1);
  },
);

test.serial('two replicas and a restart read the same topic: each step is still one event', async (t) => {
  const second = await rig.replica();
  const charge = await paidCharge();
  const refundId = await say(charge, 'PENDING');
  await say(charge, 'IN_PROGRESS', { refundId, times: 10 });
  await second.stop();
  await say(charge, 'REFUNDED', { refundId, times: 10 });
  await heard(charge, 2);
  t.deepEqual(told(rig, charge.id).slice(3), ['4 charge.refund_progressed', '5 charge.refund_progressed']);
});

test.serial('what fits nothing is parked with its reason and an alarm, never dropped', async (t) => {
  const charge = await paidCharge();
  const refundId = await say(charge, 'FAILED', { amount: 100 });
  await say(charge, 'REFUNDED', { refundId, amount: 100 });
  await parkedBecause('a FAILED refund cannot be REFUNDED');
  await say(charge, 'REFUNDED', { amount: 1_991 });
  await parkedBecause('more was refunded than was paid');
  await say(charge, 'IN_PROGRESS', { refundId, amount: 99 });
  await parkedBecause('a refund of another amount than before');
  await say(await created(rig), 'IN_PROGRESS');
  await parkedBecause('a refund of a charge that is not paid');
  await say({ id: newId('charge'), tenant: newTenant() }, 'IN_PROGRESS');
  await parkedBecause('no such charge');
  const { id, tenant } = charge;
  const unknown = newId('refund');
  const returnProgressed = {
    bankProfileId: 'sim',
    endToEndId: 'E1',
    amount: 1,
    currency: 'BRL',
    status: 'REFUNDED',
  } as const;
  const news = { type: 'return.progressed', tenant, refundId: unknown, sequence: 2, returnProgressed };
  await refunds.tell({ ...news, chargeId: id });
  await refunds.tell({ ...news, chargeId: '', tenant: { accountId: PLATFORM_ACCOUNT, livemode: false } });
  await parkedBecause('a return that nobody ordered');
  await until(
    'both',
    () =>
      parked.messages.filter(({ headers }) => headers['parked-reason'] === 'a return that nobody ordered').length === 2,
  );
  t.is(await statusOf(charge), 'PAID');
  t.true(rig.lines().some((line) => line.includes('refund_misfit') && line.includes(charge.id)));
});

test.serial('a return that is back at its payer is noted where it was ordered, once', async (t) => {
  const charge = await created(rig);
  await paidBy(rig, charge, { amount: 1, force: true });
  const { returnOrdered } = await event(rig, charge.id, 'charge.return_ordered');
  const txid = await foreignCob(rig);
  const strayId = await paidBy(rig, { txid }, {});
  const stray = await found(rig, 'strays', { endToEndId: strayId });
  const platform = { accountId: PLATFORM_ACCOUNT, livemode: false };
  for (const { tenant, chargeId, endToEndId, returnId } of [
    {
      tenant: charge.tenant,
      chargeId: charge.id,
      endToEndId: returnOrdered?.endToEndId,
      returnId: returnOrdered?.returnId,
    },
    { tenant: platform, chargeId: '', endToEndId: strayId, returnId: stray['returnId'] },
  ]) {
    const news = { type: 'return.progressed', tenant, chargeId, refundId: returnId as never };
    const facts = { bankProfileId: rig.profileId, endToEndId: endToEndId ?? '', amount: 1, currency: 'BRL' };
    for (const [sequence, status] of [
      [2, 'IN_PROGRESS'],
      [3, 'REFUNDED'],
    ] as const)
      await refunds.tell({ ...news, sequence, returnProgressed: { ...facts, status } }, 3);
  }
  const back = await until('the receipt is back', async () => {
    const receipt = await receiptOf(rig, charge.id, 'returned');
    return receipt.returnedAt !== null && receipt;
  });
  t.true(back.returnedAt instanceof Date);
  await until('the stray too', async () => (await found(rig, 'strays', { endToEndId: strayId }))['returnedAt'] != null);
  t.deepEqual(told(rig, charge.id), ['1 charge.created', '2 charge.return_ordered']);
});

test.serial('what a refund builds on: the settlement of a charge, of nobody else’s', async (t) => {
  const charge = await locked(rig);
  const { tenant, id: chargeId } = charge;
  const before = await rig.rpc.getSettlement(CALL, { tenant, chargeId });
  t.like(before, { posted: false, bankProfileId: rig.profileId, charge: { id: chargeId, status: 'WAITING_PAYMENT' } });
  t.false('endToEndId' in before);
  const paidAt = Date.now() - 3_000;
  const order = { taxId: NAMED, report_payer: 'notification', paid_at: new Date(paidAt).toISOString() } as const;
  const endToEndId = await paidBy(rig, charge, order);
  const accepted = await event(rig, charge.id, 'charge.receipt_accepted');
  t.like(await rig.rpc.getSettlement(CALL, { tenant, chargeId }), { posted: false, endToEndId });
  await rig.ledger.credit(accepted);
  await event(rig, charge.id, 'charge.paid');
  t.like(await rig.rpc.getSettlement(CALL, { tenant, chargeId: `tx_${chargeId}` }), {
    posted: true,
    endToEndId,
    settledAtMs: paidAt,
    charge: { status: 'PAID', expectedPayerTaxId: NAMED, customer: { name: 'Maria' } },
  });
  for (const request of [
    { tenant: newTenant(), chargeId },
    { tenant: { ...tenant, livemode: true }, chargeId },
    { tenant, chargeId: newId('charge') },
    { tenant, chargeId: 'nonsense' },
  ]) {
    const error = await t.throwsAsync(rig.rpc.getSettlement(CALL, request), { instanceOf: Refusal });
    t.is(error?.code, 'not_found');
  }
  t.false(JSON.stringify(before).includes(OTHER));
});

test.serial('bank profiles are listed for whoever else talks to banks, their secret sealed', async (t) => {
  const pixOut = { ...rig.profile, id: 'sends', pixOutPath: '/gn/pix', pixOutFee: 15 };
  await rig.rpc.setBankProfile(CALL, pixOut);
  t.teardown(() => rig.rpc.setBankProfile(CALL, rig.profile));
  const { profiles } = await rig.rpc.listBankProfiles(CALL, {});
  t.like(profiles[0], { id: 'sends', payerQuery: true, pixOutPath: '/gn/pix', pixOutFee: 15, simulator: true });
  const sim = profiles.find(({ id }) => id === rig.profileId);
  t.like(sim, { livemode: false, basePath: '/v2', clientId: rig.bank.clientId, payerQuery: true, pixOutFee: 0 });
  t.false('pixOutPath' in (sim ?? {}));
  t.false(JSON.stringify(profiles).includes(rig.bank.clientSecret));
  t.true((sim?.clientSecretBox ?? '').length > 0 && (sim?.clientSecretKeyId ?? '').length > 0);
  for (const [wrong, param] of [
    [{ pixOutPath: 'gn/pix' }, 'pix_out_path'],
    [{ pixOutPath: '/gn/pix', pixOutFee: -1 }, 'pix_out_fee'],
  ] as const) {
    const error = await t.throwsAsync(rig.rpc.setBankProfile(CALL, { ...rig.profile, ...wrong }), {
      instanceOf: Refusal,
    });
    t.is(error?.more.param, param);
  }
});

const nudges = (on: Rig) => {
  const all = on.ledger.events('').filter(({ type }) => type === 'charge.bank_noticed');
  return [...new Map(all.map(({ eventId, tenant, bankNoticed }) => [eventId, { tenant, ...bankNoticed }])).values()];
};

test.serial('word of a devolution or a Pix-out is passed on to whoever sends money back', async (t) => {
  const charge = await paidCharge();
  const endToEndId = String((await stored(rig, charge.id))?.['settlement'].endToEndId);
  t.is(await giveBack(rig, endToEndId, '1.00'), 201);
  const nudge = await until('the devolution', () => nudges(rig).find((one) => one.endToEndId === endToEndId));
  t.like(nudge, { bankProfileId: rig.profileId, tenant: { accountId: PLATFORM_ACCOUNT as string, livemode: false } });
  t.false('pixOutId' in nudge);
  t.is(await statusOf(charge), 'PAID');
  const sent = {
    endToEndId: 'E00000000202611210000pixout00001',
    chave: rig.bank.pixKey,
    tipo: 'SOLICITACAO',
    status: 'REALIZADO',
    valor: '3.00',
    horario: new Date().toISOString(),
    gnExtras: { idEnvio: 'refund0001' },
  };
  await notified(rig, sent);
  t.like(await until('the Pix-out', () => nudges(rig).find((one) => one.pixOutId === 'refund0001')), {
    bankProfileId: rig.profileId,
  });
  await found(rig, 'bank_notices', { pixOutId: 'refund0001', outcome: 'told', state: 'handled' });
  rig.toUs.takeViolations();
});

test.serial('without a broker such a notice is not handled; its money is disposed of all the same', async (t) => {
  const charge = await created(mute);
  const endToEndId = await paidBy(mute, charge, { amount: 1_000, force: true, notify: 'never' });
  t.is(await giveBack(mute, endToEndId, '10.00'), 201);
  await receiptOf(mute, charge.id, 'returned');
  const notices = () => mute.database.connection.collection('bank_notices');
  t.is((await notices().findOne({ endToEndId, devolved: true }))?.['state'], 'waiting');
  const heir = await mute.replica({ KAFKA_BROKERS: servers().kafkaBrokers.join(',') });
  t.teardown(heir.stop);
  await until('it is passed on', () => nudges(mute).some((one) => one.endToEndId === endToEndId), {
    timeoutMs: 60_000,
  });
  await until(
    'and handled',
    async () => (await notices().findOne({ endToEndId, devolved: true }))?.['state'] === 'handled',
  );
  t.is(nudges(mute).length, 1);
});
