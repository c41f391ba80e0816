import { callbackToken } from '@gx/providers';
import { until } from '@gx/testkit';
import test from 'ava';
import { choosable, otherOptionsOf, paymentOptionsOver, txidsOf } from './option-rig.ts';
import { asking, startOrderRig } from './order-rig.ts';
import { CALL, newTenant, PATIENT, stored } from './rig.ts';

const rig = await startOrderRig({ BANK_CALL_MS: '1500' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the providers behave again', () => rig.behave());

const charges = () => rig.database.connection.collection('charges');
/** As a process left it that died at this option. */
const left = (id: string, method: string, state: string, more: object = {}) =>
  charges().updateOne(
    { _id: id as never },
    { $set: { 'paymentOptions.$[one].state': state, ...more } },
    {
      arrayFilters: [{ 'one.method': method }],
    },
  );
const seenOf = async (txid: string | undefined) => rig.seen(txid ?? '');
const DUE = { 'due.options:sim': new Date(1) };

test.serial(
  'an option that was requested by a process that died is looked for first: one order, created once',
  async (t) => {
    const it = await choosable(rig);
    const { BOLETO } = await txidsOf(rig, it.id);
    await left(it.id, 'BOLETO', 'requested', DUE);
    await until(
      'it is open',
      async () => (await otherOptionsOf(rig, it.id)).every(({ state }) => state === 'open'),
      PATIENT,
    );
    const seen = await seenOf(BOLETO);
    t.is(seen['order_put'], 1);
    t.true((seen['order_get'] ?? 0) >= 1);
  },
);

test.serial(
  'an option that was requested and never reached the acquirer is created, once, with the stored body',
  async (t) => {
    await rig.misbehave({ kind: 'hang', operation: 'order_put', times: 4 });
    const tenant = newTenant();
    const { charge } = await rig.rpc.createCharge(
      CALL,
      asking('BOLETO', { paymentMethods: ['PIX', 'BOLETO'] }, tenant),
    );
    const id = charge?.id ?? '';
    await until('it was requested', async () => (await otherOptionsOf(rig, id))[0]?.state === 'requested', PATIENT);
    await rig.behave();
    await until('it is open', async () => (await otherOptionsOf(rig, id))[0]?.state === 'open', PATIENT);
    const document = await stored(rig, id);
    t.like(JSON.parse(document?.['paymentOptions'][1].body), { method: 'BOLETO', amount: 1_990, currency: 'BRL' });
    t.is(document?.['due']['options:sim'], undefined);
  },
);

test.serial('a provider that does not answer when an option is to be closed is polled again until it is', async (t) => {
  const it = await choosable(rig);
  const { CREDIT_CARD } = await txidsOf(rig, it.id);
  await rig.misbehave({ kind: '503', operation: 'order_get', times: 2 });
  await rig.rpc.simulatePayment(CALL, { tenant: it.tenant, chargeId: it.id });
  await paymentOptionsOver(rig, it.id);
  t.is((await seenOf(CREDIT_CARD))['order_cancel'], 1);
  t.is((await stored(rig, it.id))?.['due']['options:sim'], undefined);
});

test.serial(
  'an order that a dead process made behind the end of its charge is closed when the acquirer speaks of it',
  async (t) => {
    const it = await choosable(rig);
    const { BOLETO } = await txidsOf(rig, it.id);
    // To the process that ended the charge the acquirer had no such order yet.
    await left(it.id, 'BOLETO', 'over');
    t.is((await rig.rpc.cancelCharge(CALL, it)).status, 'CANCELLED');
    t.is((await seenOf(BOLETO))['order_cancel'], undefined);
    const token = callbackToken(rig.env['TXID_SECRET'] ?? '', 'sim:orders');
    const body = Buffer.from(JSON.stringify({ orders: [{ reference: BOLETO }] }));
    await rig.rpc.receiveProviderCallback(CALL, { bankProfileId: 'sim', token, body });
    await until('it is cancelled there', async () => (await seenOf(BOLETO))['order_cancel'] === 1, PATIENT);
    await paymentOptionsOver(rig, it.id);
    t.is((await rig.rpc.getCharge(CALL, it)).status, 'CANCELLED');
  },
);

test.serial('two replicas sync the same options: each order is created once', async (t) => {
  const other = await rig.replica();
  const them = await Promise.all(Array.from({ length: 8 }, () => choosable(rig)));
  for (const { id } of them) {
    const { BOLETO, CREDIT_CARD } = await txidsOf(rig, id);
    for (const txid of [BOLETO, CREDIT_CARD]) t.is((await seenOf(txid))['order_put'], 1);
  }
  await other.stop();
});

test.serial('a charge by the name of another option, and options that are due, are found by an index', async (t) => {
  const one = await choosable(rig);
  const { BOLETO } = await txidsOf(rig, one.id);
  const due = { 'due.options:sim': { $gt: new Date(0), $lte: new Date() } };
  for (const [filter, sort, index] of [
    [{ bankProfileId: 'sim', 'paymentOptions.txid': BOLETO }, {}, 'txid'],
    [due, { 'due.options:sim': 1 }, 'due'],
  ] as const) {
    const { executionStats, queryPlanner } = await charges().find(filter).sort(sort).explain('executionStats');
    const plan = JSON.stringify(queryPlanner.winningPlan);
    t.true(plan.includes(`"indexName":"${index}"`), plan);
    t.true(executionStats.totalDocsExamined <= 1, String(executionStats.totalDocsExamined));
  }
});
