import { until } from '@gx/testkit';
import test from 'ava';
import { atBank } from './at-bank.ts';
import { asking, ordered, play, publishedEvents, reads, settled, startOrderRig } from './order-rig.ts';
import { CALL, event, found, newTenant, PATIENT, stored } from './rig.ts';
import { SLOW_CREATION, startVictim } from './victim.ts';

const rig = await startOrderRig({
  RECONCILE_EVERY_SECONDS: '2',
  CREATE_LEASE_MS: '1500',
  CREATE_MS: '1400',
  BANK_CALL_MS: '1200',
  CREATE_INLINE_MS: '1000',
  CREATE_WAIT_MS: '8000',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the acquirer behaves again', () => rig.behave());

const distinct = (id: string, type: string): number =>
  new Set(
    rig.ledger
      .events(id)
      .filter((one) => one.type === type)
      .map(({ eventId }) => eventId),
  ).size;

// Before anybody is killed who may be sweeping: what he held is waited for.
test.serial(
  'lost callbacks cost time and no money: the sweep of changes finds what was paid, refused, expired, disputed',
  async (t) => {
    const [paid, refused, expired, disputed] = await Promise.all([
      ordered(rig, 'MBWAY'),
      ordered(rig, 'CREDIT_CARD'),
      ordered(rig, 'CRYPTO'),
      ordered(rig, 'CREDIT_CARD'),
    ]);
    await settled(rig, disputed);
    const lost = { notifyNever: true };
    await play(rig, paid, 'approved', lost);
    await play(rig, refused, 'refused', lost);
    await play(rig, expired, 'expired', lost);
    await play(rig, disputed, 'chargeback', lost);
    await event(rig, paid.id, 'charge.payment_accepted');
    await Promise.all([
      reads(rig, refused, 'REFUSED'),
      reads(rig, expired, 'EXPIRED'),
      reads(rig, disputed, 'CHARGEBACK'),
    ]);
    await play(rig, disputed, 'dispute_won', lost);
    await reads(rig, disputed, 'APPROVED');
    // What a sweep has handed on once it does not ask about again.
    const reference = String((await stored(rig, refused.id))?.['paymentOptions'][0].txid);
    const queries = async () => (await rig.seen(reference))['order_get'] ?? 0;
    const before = await queries();
    const sweeps = rig.database.connection.collection('sweeps');
    const readUntil = async () => Number((await sweeps.findOne({ _id: 'orders:sim' as never }))?.['readUntil'] ?? 0);
    const then = await readUntil();
    await until('another sweep was made', async () => (await readUntil()) > then, PATIENT);
    t.is(await queries(), before);
  },
);

test.serial('what a sweep found while the acquirer could not say more is queried by the next one', async (t) => {
  await rig.misbehave({ kind: '503', operation: 'order_get' });
  const it = await ordered(rig, 'BOLETO');
  await play(rig, it, 'approved', { notifyNever: true });
  const orderReference = String((await stored(rig, it.id))?.['paymentOptions'][0].txid);
  const finds = rig.database.connection.collection('provider_callbacks');
  await until(
    'it waits',
    async () => {
      const find = { orderReference, elementKey: /^swept:/, state: 'waiting', claim: null, attempts: { $gt: 0 } };
      const inAnHour = new Date(Date.now() + 3_600_000);
      return (await finds.updateOne(find, { $set: { attempts: 4, dueAt: inAnHour } })).modifiedCount === 1;
    },
    PATIENT,
  );
  await rig.behave();
  await event(rig, it.id, 'charge.payment_accepted');
  t.is(distinct(it.id, 'charge.payment_accepted'), 1);
});

for (const [moment, kind, sent] of [
  ['before the acquirer took it', 'hang', 2],
  ['after the acquirer took it', 'delay', 1],
] as const) {
  test.serial(`killed ${moment}: the same charge, one order, one charge.created`, async (t) => {
    const victim = await startVictim(rig, { ...SLOW_CREATION, CREATE_INLINE_MS: '8000' });
    const request = asking('CREDIT_CARD');
    await rig.misbehave({ kind, operation: 'order_put', times: 1, ms: 5_000 });
    const dying = victim.rpc.createCharge(CALL, request).catch((error: unknown) => error);
    const pending = await found(rig, 'charges', { idempotencyKey: request.idempotencyKey });
    const txid = String(pending['paymentOptions'][0].txid);
    await until('the acquirer was called', async () => ((await rig.seen(txid))['order_put'] ?? 0) === 1);
    victim.kill();
    t.true((await dying) instanceof Error);
    const id = String(pending._id);
    const tenant = request.tenant as ReturnType<typeof newTenant>;
    t.is((await rig.rpc.createCharge(CALL, request)).charge?.id, id);
    const charge = await reads(rig, { tenant, id }, 'WAITING_PAYMENT');
    t.truthy(charge.order?.redirectUrl);
    await event(rig, id, 'charge.created');
    t.is(distinct(id, 'charge.created'), 1);
    t.is((await rig.seen(txid))['order_put'], sent);
    t.is(await rig.database.connection.collection('charges').countDocuments({ 'paymentOptions.txid': txid }), 1);
  });
}

test.serial('a process that dies while it handles a callback leaves it to another one: one credit', async (t) => {
  const it = await ordered(rig, 'BOLETO');
  const victim = await startVictim(rig, SLOW_CREATION);
  await rig.misbehave({ kind: 'delay', operation: 'order_get', times: 2, ms: 1_000 });
  await play(rig, it, 'approved');
  victim.kill();
  await event(rig, it.id, 'charge.payment_accepted');
  t.is(distinct(it.id, 'charge.payment_accepted'), 1);
});

test.serial(
  'cancelled while the acquirer is away: 503, the intent stands, and it is cancelled when that is back',
  async (t) => {
    const it = await ordered(rig, 'BOLETO');
    await rig.misbehave({ kind: '503', operation: 'order_get' });
    await t.throwsAsync(rig.rpc.cancelCharge(CALL, it), { message: /did not confirm/ });
    t.is((await rig.rpc.getCharge(CALL, it)).status, 'WAITING_PAYMENT');
    await rig.behave();
    await reads(rig, it, 'CANCELLED');
    t.deepEqual(await publishedEvents(rig, it.id, 2), ['charge.created', 'charge.failed']);
  },
);

test.serial(
  'cancelled before the acquirer confirmed it: gone there, and what arrives there late is cancelled too',
  async (t) => {
    await rig.misbehave({ kind: 'reset_before_accept', operation: 'order_put' });
    await rig.misbehave({ kind: '503', operation: 'order_get', times: 6 });
    const tenant = newTenant();
    const request = asking('MULTIBANCO', {}, tenant);
    const made = await rig.rpc.createCharge(CALL, request).catch(() => undefined);
    const pending = await found(rig, 'charges', { idempotencyKey: request.idempotencyKey });
    const id = String(pending._id);
    t.true(made === undefined || made.charge?.status === 'PENDING');
    await rig.rpc.cancelCharge(CALL, { tenant, id }).catch(() => undefined);
    await rig.behave();
    await reads(rig, { tenant, id }, 'CANCELLED');
    const document = await stored(rig, id);
    t.truthy(document?.['due']['last_recheck:sim']);
    // The creation was slow on its way, and arrives when nobody waits for it any more.
    const reference = String(document?.['paymentOptions'][0].txid);
    const late = JSON.parse(String(document?.['paymentOptions'][0].body)) as object;
    t.is(await atBank(rig, 'PUT', `/orders/${reference}`, late, '/acquirer/v1'), 201);
    const charges = rig.database.connection.collection('charges');
    await charges.updateOne(
      { 'paymentOptions.txid': reference },
      { $set: { 'due.recheck:sim': new Date(Date.now() - 120_000) } },
    );
    await until(
      'the acquirer cancelled it',
      async () =>
        (await rig.simulator.control<{ status: string }>('GET', `/sim/orders/${reference}`)).status === 'cancelled',
      PATIENT,
    );
    t.is((await rig.rpc.getCharge(CALL, { tenant, id })).status, 'CANCELLED');
  },
);
