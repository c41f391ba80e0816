import { newId, refundBankId, type Tenant } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { placesOf, until } from '@gx/testkit';
import test from 'ava';
import { sentOf } from './at-bank.ts';
import { encryptedText } from './encrypted-text.ts';
import {
  arrives,
  CALL,
  due,
  ENCRYPTION_KEY,
  event,
  make,
  newTenant,
  order,
  PROFILE,
  paid,
  type Rig,
  refunded,
  refusal,
  startRig,
  stored,
} from './rig.ts';

/** How long a process goes by what it read of a key, and the second after it. */
const FAST = { CUSTOMER_KEY_SECONDS: '1', POLL_TIME_SCALE: '0.1' } as const;
const rig = await startRig(FAST);
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

/** Valid documents that no other test has. */
const DOCUMENTS = ['39053344705', '11144477735', '86288366757', '15350946056', '71428793860', '87748248800'];
const document = (): string => DOCUMENTS.pop() as string;
let keys = 0;
const newKey = (name = 'quirino'): string => {
  keys += 1;
  return `${name}${keys}@gaiola.example`;
};
const cashout = (destinationKey?: string) =>
  ({
    amount: 400,
    strategy: 'CASHOUT',
    passFeeToTenant: true,
    ...(destinationKey === undefined ? {} : { destinationKey }),
  }) as const;
const paidOf = (on: Rig, tenant: Tenant, payer?: string) =>
  paid(on, {
    tenant,
    profileId: PROFILE,
    amount: 100_000,
    ...(payer === undefined ? {} : { settlement: { payerTaxId: encryptedText(payer) } }),
  });
type Payee = { readonly keyId: string; readonly secrets: string };
const payeeOf = async (id: string, on = rig) => (await stored(on, id))?.['payee'] as Payee | undefined;
const keyIdOf = async ({ id }: { id: string }) => (await payeeOf(id))?.keyId;
type Person = { document?: string; pixKey?: string; accountId?: string };
/** Erases as operators do: again, until nothing is left to wait for. */
const erase = (person: Person, rpc = rig.rpc) =>
  until(
    'the payee is erased',
    async () => {
      const answer = await rpc.erasePersonalData(CALL, { person });
      return answer.waitMs === 0 && answer;
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
const exported = async (person: Person, rpc = rig.rpc) => {
  const { records } = await rpc.exportPersonalData(CALL, { person });
  return records.map(({ id, values }) => [id, values['destinationKey']]);
};
/** The key is destroyed: nothing on the way needs it. */
const isGone = async (id: string) => {
  const keyId = (await payeeOf(id))?.keyId as never;
  const key = await rig.database.connection.collection('customer_keys').findOne({ _id: keyId });
  return key !== null && key['wrapped'] === undefined && key['name'] === undefined;
};

test.serial(
  'a cashout: the bank gets its destination, which is in no document and no event in the clear, nor under the service’s key',
  async (t) => {
    const pixKey = newKey();
    const { id } = await refunded(rig, await paidOf(rig, newTenant()), { ...cashout(pixKey), reason: 'Frete' });
    t.deepEqual(await placesOf(rig.database.connection, [pixKey]), []);
    await arrives(rig, id, 'REFUNDED');
    t.true(JSON.stringify(await sentOf(rig, refundBankId(id as never))).includes(pixKey));
    t.deepEqual(await placesOf(rig.database.connection, [pixKey]), []);
    const now = await stored(rig, id);
    t.truthy((await payeeOf(id))?.keyId);
    t.deepEqual([now?.['body'], now?.['destination']], [null, undefined]);
    await event(rig, id, 'refund.progressed', 'REFUNDED');
    t.false(JSON.stringify(rig.bus.events(id)).includes(pixKey));
  },
);

test.serial(
  'one key for each person of an account and mode: by the document in a Pix key, or of who paid; else by the Pix key',
  async (t) => {
    const tenant = newTenant();
    const [mine, email] = [document(), newKey()];
    const it = await paidOf(rig, tenant, mine);
    const toPayer = await refunded(rig, it, cashout());
    const toDocument = await refunded(rig, await paidOf(rig, tenant), cashout(mine));
    const unknown = await refunded(rig, it, cashout(email));
    const again = await refunded(rig, await paidOf(rig, tenant), cashout(email));
    const foreign = await refunded(rig, await paidOf(rig, newTenant()), cashout(mine));
    const key = await keyIdOf(toPayer);
    t.is(await keyIdOf(toDocument), key);
    t.is(await keyIdOf(again), await keyIdOf(unknown));
    t.is(new Set([key, await keyIdOf(unknown), await keyIdOf(foreign)]).size, 3);
    const devolution = await refunded(rig, it, { amount: 100, strategy: 'DEVOLUTION' });
    t.is(await payeeOf(devolution.id), undefined, 'it names nobody');
  },
);

test.serial(
  'erased by document: refused while a refund is under way; then nothing reads it, and list, replay and a later refund go on',
  async (t) => {
    const mine = document();
    const tenant = newTenant();
    const person = { document: mine, accountId: tenant.accountId };
    const it = await paidOf(rig, tenant);
    await rig.misbehave({ kind: '503', operation: 'pix_out_put' });
    const request = order(it, cashout(mine));
    const { refund } = await rig.rpc.createRefund(CALL, request);
    const id = refund?.id ?? '';
    const open = await refusal(rig.rpc.erasePersonalData(CALL, { person }));
    t.like(open, { code: 'unprocessable_entity', more: { reason: 'refund_open' } });
    t.true(open.message.includes(id));
    t.deepEqual(await exported(person), [[id, mine]]);
    await rig.behave();
    await arrives(rig, id, 'REFUNDED');

    const first = await rig.rpc.erasePersonalData(CALL, { person });
    t.like(first, { keys: 0, records: 0 });
    t.true(first.waitMs > 0, 'another process may be about to use it');
    t.deepEqual(await exported(person), [[id, mine]]);
    t.like(await erase(person), { keys: 1, records: 1 });
    t.true(await isGone(id));
    t.deepEqual(await exported(person), []);
    t.like(await erase(person), { keys: 0, records: 0 });

    const { refunds } = await rig.rpc.listRefunds(CALL, { tenant, chargeId: it.chargeId });
    t.like(refunds[0], { id, status: 'REFUNDED', amount: 400 });
    t.deepEqual(await rig.rpc.createRefund(CALL, request), { refund, replayed: true });
    const other = { ...request, destinationKey: newKey(), requestHash: 'v1:other' };
    t.is((await refusal(rig.rpc.createRefund(CALL, other))).code, 'idempotency_key_reused');
    t.not((await stored(rig, id))?.['requestHash'], request.requestHash, 'a list of all documents would find it');

    const fresh = await refunded(rig, it, cashout(mine));
    t.not(await keyIdOf(fresh), await keyIdOf({ id }));
    await arrives(rig, fresh.id, 'REFUNDED');
    t.is((await sentOf(rig, refundBankId(id as never))).length, 1);
  },
);

test.serial(
  'erased by the Pix key: a refund that failed and one that arrived are looked at as ever, and what came back is credited',
  async (t) => {
    const tenant = newTenant();
    const it = await paidOf(rig, tenant);
    const pixKey = newKey('returned');
    await rig.misbehave({ kind: 'fails', operation: 'pix_out_put', times: 1, code: 'AB03' });
    const failed = await refunded(rig, it, cashout(pixKey));
    await arrives(rig, failed.id, 'FAILED');
    const { id } = await refunded(rig, it, cashout(pixKey));
    await arrives(rig, id, 'REFUNDED');
    await make(rig, id, { dueAt: new Date(Date.now() + 3_600_000) });
    t.like(await erase({ pixKey }), { keys: 1, records: 2 });
    for (const one of [failed.id, id]) {
      const before = Number((await stored(rig, one))?.['polls']);
      await due(rig, one);
      await until('its bank was queried', async () => Number((await stored(rig, one))?.['polls']) > before);
    }
    t.is((await stored(rig, failed.id))?.['status'], 'FAILED');
    const isAbout = (line: string) => [failed.id, id].some((one) => line.includes(one));
    t.deepEqual(
      rig.lines().filter((line) => isAbout(line) && line.includes('"level":"error"')),
      [],
    );
  },
);

/** A cashout under way at a bank that does not answer, once no process can open where it goes any more. */
async function withLostKey() {
  const it = await paidOf(rig, newTenant());
  await rig.misbehave({ kind: '503', operation: 'pix_out_put' });
  const { id } = await refunded(rig, it, cashout(newKey()));
  await until('the bank was called', async () => Number((await stored(rig, id))?.['attempts']) > 0);
  const collection = rig.database.connection.collection('customer_keys');
  const key = await collection.findOneAndDelete({ _id: (await keyIdOf({ id })) as never });
  const alarms = () => rig.lines().filter((line) => line.includes('refund_unreadable') && line.includes(id)).length;
  const untilAlarmed = (times: number) =>
    until(
      `it is alarmed ${times} times`,
      async () => {
        await due(rig, id);
        return alarms() >= times;
      },
      { timeoutMs: 30_000, everyMs: 200 },
    );
  await untilAlarmed(1);
  return { id, alarms, untilAlarmed, bringBack: () => collection.insertOne(key as never) };
}

test.serial(
  'a key that is lost while a refund is under way: an alarm, no other destination and nothing twice; back, it arrives once',
  async (t) => {
    const { id, alarms, untilAlarmed, bringBack } = await withLostKey();
    await rig.behave();
    await untilAlarmed(alarms() + 2);
    t.deepEqual(await sentOf(rig, refundBankId(id as never)), []);
    t.is((await stored(rig, id))?.['finalStatus'], null);
    await bringBack();
    await arrives(rig, id, 'REFUNDED');
    t.is((await sentOf(rig, refundBankId(id as never))).length, 1);
  },
);

test.serial(
  'the end of a refund stands and its key is lost: its hold ends, and the refund fails as it was to',
  async (t) => {
    const { id } = await withLostKey();
    // As the process leaves it that dies once the bank has said so.
    await make(rig, id, { finalStatus: 'FAILED' });
    await due(rig, id);
    await arrives(rig, id, 'FAILED');
    t.is(rig.ledger.holds.get(`refund:${id}`)?.state, 'VOIDED');
  },
);

test.serial(
  'refunds of an older version: read as ever, refused erasure, brought under keys by a job, one whose key stands in its body alone too',
  async (t) => {
    const older = await startRig({ ...FAST, PERSONAL_DATA: 'clear' });
    t.teardown(older.stop);
    const tenant = newTenant();
    const [mine, pixKey] = [document(), newKey()];
    const it = await paidOf(older, tenant, mine);
    const done = await refunded(older, it, cashout(pixKey));
    await arrives(older, done.id, 'REFUNDED');
    await older.misbehave({ kind: '503', operation: 'pix_out_put' });
    const open = await refunded(older, it, cashout());
    await until('the bank was called', async () => Number((await stored(older, open.id))?.['attempts']) > 0);
    // As the version before stored it: of what is promised the body alone says where it goes.
    for (const { id } of [done, open]) await make(older, id, { destination: null });
    const broken = await refunded(older, it, cashout(newKey()));
    await make(older, broken.id, { destination: null, body: newCipher(ENCRYPTION_KEY).encrypt('{}'), dueAt: null });
    const clear = await refusal(older.rpc.erasePersonalData(CALL, { person: { document: mine } }));
    t.like(clear, { more: { reason: 'personal_data_in_clear' } });
    t.like(await refusal(older.rpc.encryptPersonalData(CALL, {})), { more: { reason: 'personal_data_in_clear' } });

    const { rpc, host } = await older.replica({ PERSONAL_DATA: 'encrypted' });
    const isEncrypted = async ({ id }: { id: string }) => (await payeeOf(id, older)) !== undefined;
    await until('they are under keys', async () => (await isEncrypted(done)) && isEncrypted(open));
    t.like(await rpc.encryptPersonalData(CALL, {}), { encrypted: 0, unreadable: 1 });
    const isAlarmed = (line: string) => line.includes('payee_unreadable') && line.includes(broken.id);
    await until('the one that names nobody is alarmed', () => host.lines.some(isAlarmed));
    await older.database.connection.collection('refunds').deleteOne({ _id: broken.id as never });
    const now = await stored(older, done.id);
    t.deepEqual([now?.['body'], 'destination' in (now ?? {})], [null, false]);
    t.deepEqual(await exported({ document: mine }, rpc), [[open.id, mine]]);
    t.deepEqual(await exported({ pixKey }, rpc), [[done.id, pixKey]]);
    t.like(await refusal(rpc.erasePersonalData(CALL, { person: { document: mine } })), {
      more: { reason: 'refund_open' },
    });
    await older.behave();
    await arrives(older, open.id, 'REFUNDED');
    t.is((await sentOf(older, refundBankId(open.id as never))).length, 1);
    t.like(await erase({ document: mine }, rpc), { keys: 1, records: 1 });
    t.like(await erase({ pixKey }, rpc), { keys: 1, records: 1 });
  },
);

test.serial('nobody, two at once, or what is no Pix key: refused', async (t) => {
  const param = async (person: Person) =>
    (await refusal(rig.rpc.erasePersonalData(CALL, { person }))).more.param ?? 'none';
  t.is(await param({}), 'document');
  t.is(await param({ document: '52998224725', pixKey: newKey() }), 'document');
  t.is(await param({ document: ' .-' }), 'document');
  t.is(await param({ pixKey: 'no key' }), 'pix_key');
  t.is(await param({ document: '52998224725', accountId: 'none' }), 'account_id');
  t.like(await erase({ document: '52998224725', accountId: newId('account') }), { keys: 0, records: 0 });
});
