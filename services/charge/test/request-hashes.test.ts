import { randomBytes } from 'node:crypto';
import { Refusal } from '@gx/core';
import test from 'ava';
import { CALL, type ChargeRequest, newTenant, order, type Rpc, startRig, stored } from './rig.ts';

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const rig = await startRig({ ENCRYPTION_KEY: OLD });
/** As a version before stored charges. */
const older = await rig.replica({ PERSONAL_DATA: 'clear' });
test.after.always('everything stops', rig.stop);

const ANA = { customer: { name: 'Ana', document: '52998224725' } };

/** Creates a charge; answers its id, and that it was there before. */
async function create(rpc: Rpc, request: ChargeRequest) {
  const { charge, replayed } = await rpc.createCharge(CALL, request);
  return { id: charge?.id ?? '', replayed };
}
/** As operators' commands do, a step for each call. */
async function walk(call: (step: { after?: string }) => Promise<{ readonly next?: string }>): Promise<void> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false)
    after = (await call(after === undefined ? {} : { after })).next;
}
const hashOf = async ({ id }: { readonly id: string }): Promise<string> =>
  String((await stored(rig, id))?.['requestHash']);

test.serial(
  'a request that names a person: no list of all requests finds its hash, the same again is the same charge, and another is none',
  async (t) => {
    const request = order(newTenant(), ANA);
    const made = await create(rig.rpc, request);
    t.regex(await hashOf(made), /^keyed:[0-9a-f]{64}$/);
    t.deepEqual(await create(rig.rpc, request), { ...made, replayed: true });
    const reused = await t.throwsAsync(create(rig.rpc, { ...request, requestHash: 'v1:other' }), {
      instanceOf: Refusal,
    });
    t.is(reused?.code, 'idempotency_key_reused');
    const own = await hashOf(made);
    const guessed = await t.throwsAsync(create(rig.rpc, { ...request, requestHash: own }), { instanceOf: Refusal });
    t.is(guessed?.code, 'idempotency_key_reused', 'what is stored is no request');
    t.is((await rig.rpc.findChargeByKey(CALL, request)).charge?.id, made.id);
  },
);

test.serial('a process that starts later stores the same hash of the same request', async (t) => {
  const request = order(newTenant(), ANA);
  const again = { ...request, idempotencyKey: `${request.idempotencyKey}-again` };
  const { rpc } = await rig.replica();
  t.is(await hashOf(await create(rpc, again)), await hashOf(await create(rig.rpc, request)));
});

test.serial('a request that names nobody: its hash is as it came', async (t) => {
  const request = order(newTenant());
  t.is(await hashOf(await create(rig.rpc, request)), String(request.requestHash));
});

test.serial(
  'while older versions run, and after they did: requests are equal whichever of them stored the hash',
  async (t) => {
    const request = order(newTenant(), ANA);
    const made = await create(older.rpc, request);
    t.is(await hashOf(made), String(request.requestHash), 'as they compare it');
    t.deepEqual(await create(rig.rpc, request), { ...made, replayed: true });
    const other = { ...request, requestHash: 'v1:other' };
    t.like(await t.throwsAsync(create(rig.rpc, other)), { code: 'idempotency_key_reused' });

    const newer = order(newTenant(), ANA);
    const since = await create(rig.rpc, newer);
    t.deepEqual(await create(older.rpc, newer), { ...since, replayed: true });
  },
);

test.serial(
  'a charge in the clear is brought under keys: so is the hash of its request, which stays equal',
  async (t) => {
    const request = order(newTenant(), ANA);
    const made = await create(older.rpc, request);
    await walk((step) => rig.rpc.encryptPersonalData(CALL, step));
    t.regex(await hashOf(made), /^keyed:/);
    t.deepEqual(await create(rig.rpc, request), { ...made, replayed: true });
  },
);

test.serial('a charge that lay under a key before hashes were keyed: its own is keyed with the others', async (t) => {
  const request = order(newTenant(), ANA);
  const made = await create(rig.rpc, request);
  const charges = rig.database.connection.collection('charges');
  await charges.updateOne({ _id: made.id as never }, { $set: { requestHash: request.requestHash } });
  t.deepEqual(await create(rig.rpc, request), { ...made, replayed: true });
  await walk((step) => rig.rpc.encryptPersonalData(CALL, step));
  t.regex(await hashOf(made), /^keyed:/);
  t.deepEqual(await create(rig.rpc, request), { ...made, replayed: true });
});

test.serial('ENCRYPTION_KEY is replaced: what was created under the old one is the same request', async (t) => {
  const request = order(newTenant(), ANA);
  const made = await create(rig.rpc, request);
  const both = await rig.replica({ ENCRYPTION_KEY: NEW, DECRYPTION_KEYS: OLD });
  t.deepEqual(await create(both.rpc, request), { ...made, replayed: true });
  await walk((step) => both.rpc.reencryptSecrets(CALL, step));
  const { rpc } = await rig.replica({ ENCRYPTION_KEY: NEW });
  t.deepEqual(await create(rpc, request), { ...made, replayed: true });
});
