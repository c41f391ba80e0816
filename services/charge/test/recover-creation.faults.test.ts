import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { CALL, created, event, found, newTenant, order, setProfile, startRig, stored } from './rig.ts';
import { SLOW_CREATION, startVictim } from './victim.ts';

const rig = await startRig({
  CREATE_LEASE_MS: '3000',
  CREATE_MS: '2500',
  BANK_CALL_MS: '1500',
  CREATE_WAIT_MS: '12000',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const charges = () => rig.database.connection.collection('charges');
const createdEvents = (id: string) => rig.ledger.events(id).filter(({ type }) => type === 'charge.created');

for (const moment of ['after the insert', 'after the bank accepted'] as const) {
  test.serial(`killed ${moment}: the retry gets the same charge, one cob, one charge.created`, async (t) => {
    const victim = await startVictim(rig, SLOW_CREATION);
    const tenant = newTenant();
    const request = order(tenant);
    await rig.misbehave({
      kind: moment === 'after the insert' ? 'hang' : 'delay',
      operation: 'create',
      times: 1,
      ms: 5_000,
    });
    const dying = victim.rpc.createCharge(CALL, request).catch((error: unknown) => error);
    const pending = await found(rig, 'charges', { accountId: tenant.accountId });
    await until(
      'the bank was called',
      async () => ((await rig.seen(pending?.['paymentOptions'][0].txid))['create'] ?? 0) === 1,
    );
    victim.kill();
    t.true((await dying) instanceof Error);
    const { charge } = await rig.rpc.createCharge(CALL, request);
    t.is(charge?.id, String(pending?._id));
    t.is(charge?.pix?.txid, pending?.['paymentOptions'][0].txid);
    t.is(await charges().countDocuments({ accountId: tenant.accountId }), 1);
    await event(rig, charge?.id ?? '', 'charge.created');
    t.is(new Set(createdEvents(charge?.id ?? '').map(({ eventId }) => eventId)).size, 1);
    t.is((await rig.seen(pending?.['paymentOptions'][0].txid))['create'], moment === 'after the insert' ? 2 : 1);
    rig.toBank.takeViolations();
  });
}

test.serial('a slow owner whose charge was taken over writes nothing and answers from the document', async (t) => {
  const slow = await rig.replica({ BANK_CALL_MS: '9500', CREATE_MS: '9600', CREATE_LEASE_MS: '9700' });
  const request = order(newTenant());
  await rig.misbehave({ kind: 'delay', operation: 'create', times: 1, ms: 9_000 });
  const sleeping = slow.rpc.createCharge(CALL, request);
  const pending = await found(rig, 'charges', { idempotencyKey: request.idempotencyKey });
  const taken = await rig.rpc.createCharge(CALL, request);
  const after = await stored(rig, String(pending?._id));
  const woken = await sleeping;
  t.deepEqual(woken.charge, taken.charge);
  const later = await stored(rig, String(pending?._id));
  t.is(later?.['version'], after?.['version']);
  t.is(
    new Set(
      (
        await until(
          'it is published',
          () => createdEvents(String(pending?._id)).length > 0 && createdEvents(String(pending?._id)),
        )
      ).map(({ eventId }) => eventId),
    ).size,
    1,
  );
  await slow.stop();
});

test.serial('503 while another owner is at work, and its result afterwards', async (t) => {
  const impatient = await rig.replica({ CREATE_WAIT_MS: '200' });
  const slow = await rig.replica({ BANK_CALL_MS: '4000', CREATE_MS: '4500', CREATE_LEASE_MS: '5000' });
  const request = order(newTenant());
  await rig.misbehave({ kind: 'delay', operation: 'create', times: 1, ms: 900 });
  const working = slow.rpc.createCharge(CALL, request);
  await found(rig, 'charges', { idempotencyKey: request.idempotencyKey });
  const refused = await t.throwsAsync(impatient.rpc.createCharge(CALL, request), { instanceOf: Refusal });
  t.is(refused?.code, 'service_unavailable');
  t.is(refused?.more.retryAfterSeconds, 1);
  const { charge } = await working;
  t.deepEqual((await impatient.rpc.createCharge(CALL, request)).charge, charge);
  await Promise.all([slow.stop(), impatient.stop()]);
});

/** A creation that the bank left open, as the client left it. */
async function leftOpen(kind: string) {
  const tenant = newTenant();
  const request = order(tenant);
  await rig.misbehave({ kind, operation: '*' });
  const refusal = await rig.rpc.createCharge(CALL, request).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal) || refusal.code !== 'service_unavailable') throw new Error('it was to stay open');
  const document = await found(rig, 'charges', { accountId: tenant.accountId });
  await until('it was given back', async () => (await stored(rig, String(document?._id)))?.['lease'] === null);
  await rig.behave();
  rig.toBank.takeViolations();
  return { tenant, request, id: String(document?._id), txid: document?.['paymentOptions'][0].txid as string };
}

const make = (id: string, fields: object) => charges().updateOne({ _id: id as never }, { $set: fields });
const old = (seconds: number) => new mongoose.mongo.Timestamp({ t: Math.floor(Date.now() / 1000) - seconds, i: 1 });

test.serial('an unknown outcome is queried again by a job, and published although nobody retried', async (t) => {
  const { tenant, id, txid } = await leftOpen('hang');
  await until(
    'the breaker lets calls through',
    async () => {
      await make(id, { 'due.creation:sim': new Date(1) });
      return (await rig.rpc.getCharge(CALL, { tenant, id })).status === 'WAITING_PAYMENT';
    },
    { everyMs: 500 },
  );
  t.is((await event(rig, id, 'charge.created')).created?.charge?.pix?.txid, txid);
});

test.serial(
  'a charge still pending at the end of its time is removed at the bank, cancelled, and looked at again',
  async (t) => {
    const { tenant, request, id, txid } = await leftOpen('hang');
    const token = await bankToken();
    await putCob(token, txid);
    await make(id, { insertedAt: old(1_000), 'due.creation:sim': new Date(1) });
    await until(
      'it is cancelled',
      async () => {
        await charges().updateOne(
          { _id: id as never, status: 'PENDING' },
          { $set: { 'due.creation:sim': new Date(1) } },
        );
        return (await rig.rpc.getCharge(CALL, { tenant, id })).status === 'CANCELLED';
      },
      { everyMs: 500 },
    );
    const books = () => rig.rpc.getSimulatedProviderState(CALL, { tenant, chargeId: id });
    t.is((await books()).status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    t.deepEqual(rig.ledger.events(id), []);
    const { charge, replayed } = await rig.rpc.createCharge(CALL, request);
    t.true(replayed);
    t.like(charge, { id, status: 'CANCELLED' });
    const looks = async () => Object.keys((await stored(rig, id))?.['due']).toSorted();
    t.deepEqual(await looks(), ['last_recheck:sim', 'recheck:sim']);
    await make(id, { 'due.recheck:sim': new Date(Date.now() - 61_000) });
    await until('it was looked at again', async () => !(await looks()).includes('recheck:sim'));
    t.deepEqual(await looks(), ['last_recheck:sim']);
    await make(id, { 'due.last_recheck:sim': new Date(Date.now() - 3_661_000) });
    await until('it was looked at for the last time', async () => (await looks()).length === 0);
  },
);

test.serial('a creation that arrives at the bank after the charge was closed is removed there', async (t) => {
  const { tenant, id, txid } = await leftOpen('503');
  await make(id, {
    status: 'CANCELLED',
    firstStatus: 'CANCELLED',
    'due.recheck:sim': new Date(Date.now() - 61_000),
  });
  await putCob(await bankToken(), txid);
  await until('it is gone', async () => {
    const { status } = await rig.rpc.getSimulatedProviderState(CALL, { tenant, chargeId: id });
    return status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  });
  t.pass();
});

test.serial('closed charges of a bank that does not answer do not keep the others from being looked at', async (t) => {
  const { id } = await leftOpen('503');
  const closed = { status: 'CANCELLED', firstStatus: 'CANCELLED' };
  const document = await stored(rig, id);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  await charges().insertMany(
    Array.from({ length: 50 }, (_, n) => ({
      ...document,
      ...closed,
      _id: `${id}-${n}` as never,
      idempotencyKey: `${document?.['idempotencyKey']}-${n}`,
      bankProfileId: 'gone',
      paymentOptions: [{ ...document?.['paymentOptions'][0], txid: `${n}`.padStart(32, 'x') }],
      due: { 'recheck:gone': ago(120) },
    })),
  );
  await make(id, { ...closed, 'due.recheck:sim': ago(61) });
  const isLookedAt = async () => (await stored(rig, id))?.['due']['recheck:sim'] === undefined;
  await until('it was looked at', isLookedAt, { timeoutMs: 20_000 });
  const others = await charges().find({ bankProfileId: 'gone' }).toArray();
  t.true(others.every(({ due }) => 'recheck:gone' in due));
});

async function bankToken(): Promise<string> {
  const { clientId, clientSecret } = rig.bank;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const answer = await fetch(`${rig.simulator.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function putCob(token: string, txid: string): Promise<void> {
  const document = await charges().findOne({ 'paymentOptions.txid': txid });
  const answer = await fetch(`${rig.simulator.url}/v2/cob/${txid}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: document?.['paymentOptions'][0].body,
  });
  if (!answer.ok) throw new Error(`the bank answered ${answer.status}`);
}

test.serial(
  'provably not sent: no job takes it up, the attempt does not count, the same request resumes',
  async (t) => {
    const nowhere = await rig.replica();
    await nowhere.rpc
      .setBankProfile(CALL, { ...rig.profile, id: 'nowhere', baseUrl: 'http://127.0.0.1:1' })
      .catch(() => undefined);
    const request = order(newTenant());
    const refused = await t.throwsAsync(nowhere.rpc.createCharge(CALL, request), { instanceOf: Refusal });
    t.is(refused?.code, 'service_unavailable');
    const document = await found(rig, 'charges', { idempotencyKey: request.idempotencyKey });
    const given = await until('it was given back', async () => {
      const now = await stored(rig, String(document?._id));
      return now?.['lease'] === null && now;
    });
    t.is(given['attempts'], 0);
    t.true(given['due']['creation:nowhere'].getTime() > Date.now() + 600_000);
    await nowhere.rpc.setBankProfile(CALL, { ...rig.profile, id: 'nowhere' }).catch(() => undefined);
    const { charge } = await until('the bank is reached', () => nowhere.rpc.createCharge(CALL, request), {
      everyMs: 200,
    });
    t.is(charge?.id, String(document?._id));
    await setProfile(rig.rpc, rig.profile);
    await nowhere.stop();
    t.truthy((await created(rig)).id);
  },
);
