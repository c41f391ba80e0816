import type { Payout } from '@gx/contracts/payout';
import { newId, type Tenant } from '@gx/core';
import { placesOf, until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  CALL,
  due,
  event,
  newKey,
  newTenant,
  order,
  type PayoutRequest,
  paidOut,
  refusal,
  startRig,
  stored,
  toKey,
} from './rig.ts';

/** How long a process goes by what it read of a key, and the second after it. */
const rig = await startRig({ env: { CUSTOMER_KEY_SECONDS: '1', POLL_TIME_SCALE: '0.1' } });
test.after.always('everything stops', rig.stop);

const HOLDER = 'Zuleica Gaiola';
const TEXT = 'Aluguel de Filomena Gaiola';
/** Valid documents that no other test has. */
const DOCUMENTS = ['39053344705', '11144477735', '86288366757', '15350946056', '71428793860', '87748248800'];
const document = (): string => DOCUMENTS.pop() as string;
const toAccountOf = (holderDocument: string): PayoutRequest => ({
  bankAccount: {
    ispb: '12345678',
    branch: '0001',
    account: '90817263545362',
    accountType: 'checking',
    holderName: HOLDER,
    holderDocument,
  },
  description: TEXT,
});
type Payee = { readonly keyId: string; readonly fields: string[]; readonly values: string; readonly secrets: string };
const payeeOf = async (id: string) => (await stored(rig, id))?.['payee'] as Payee;
const keyIdOf = async ({ id }: Pick<Payout, 'id'>): Promise<string> => (await payeeOf(id)).keyId;
const clear = (values: readonly string[]) => placesOf(rig.database.connection, values);
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
const read = (tenant: Tenant, payoutId: string) => rig.rpc.getPayout(CALL, { tenant, payoutId });
const listed = async (tenant: Tenant) =>
  (await rig.rpc.listPayouts(CALL, { tenant, limit: 10, status: 'STATUS_UNSPECIFIED' })).payouts;
const opened = async (tenant: Tenant, payout: Payout | null | undefined) => {
  const personalData = payout?.personalData ?? null;
  return (await rig.rpc.openPersonalData(CALL, { items: [{ tenant, personalData }] })).items[0];
};

test('a payout that names persons, sent: answers show its text, the bank gets it, and no document and no event has it in the clear', async (t) => {
  const tenant = newTenant();
  const mine = document();
  const { id, description } = await paidOut(rig, tenant, toAccountOf(mine));
  t.is(description, TEXT);
  await arrives(rig, id, 'PAID');
  t.is((await read(tenant, id)).description, TEXT);
  t.deepEqual(
    (await listed(tenant)).map((one) => one.description),
    [TEXT],
  );
  t.deepEqual(await clear([mine, HOLDER, TEXT, '90817263545362']), []);
  await event(rig, id, 'payout.paid');
  const events = rig.bus.events(id);
  t.deepEqual(
    events.map(({ type }) => type),
    ['payout.created', 'payout.paid'],
  );
  for (const one of events) {
    t.false(JSON.stringify(one).includes(TEXT), one.type);
    const { payout } = one.created ?? one.paid ?? {};
    t.is(payout?.description, undefined);
    t.deepEqual(payout?.personalData?.fields, ['description']);
    t.deepEqual(await opened(tenant, payout), { erased: false, values: { description: TEXT } });
  }
  const plain = await paidOut(rig, tenant);
  t.is((await event(rig, plain.id, 'payout.created')).created?.payout?.personalData ?? null, null);
});

test('one key for a payee of an account and mode: by the document of a holder, of a Pix key or that is expected; else by the destination', async (t) => {
  const tenant = newTenant();
  const mine = document();
  const email = newKey();
  const account = await paidOut(rig, tenant, toAccountOf(mine));
  const byDocument = await paidOut(rig, tenant, toKey(mine, 'cpf'));
  const expected = await paidOut(rig, tenant, { ...toKey(newKey()), expectedRecipientTaxId: mine });
  const unknown = await paidOut(rig, tenant, toKey(email));
  const again = await paidOut(rig, tenant, { ...toKey(email), amount: 900 });
  const foreign = await paidOut(rig, newTenant(), toAccountOf(mine));
  const key = await keyIdOf(account);
  t.deepEqual([await keyIdOf(byDocument), await keyIdOf(expected)], [key, key]);
  t.is(await keyIdOf(again), await keyIdOf(unknown));
  t.is(new Set([key, await keyIdOf(unknown), await keyIdOf(foreign)]).size, 3);
});

test('erased by document: refused while a payout is under way; then reads, lists, replays and events show null, and a new payout has a new key', async (t) => {
  const mine = document();
  const tenant = newTenant();
  const person = { document: mine, accountId: tenant.accountId };
  const request = order(tenant, { ...toAccountOf(mine), scheduledForMs: Date.now() + 3_600_000 });
  const { payout } = await rig.rpc.createPayout(CALL, request);
  const payoutId = payout?.id ?? '';
  const open = await refusal(rig.rpc.erasePersonalData(CALL, { person }));
  t.like(open, { code: 'unprocessable_entity', more: { reason: 'payout_open' } });
  t.true(open.message.includes(payoutId));
  await rig.rpc.cancelPayout(CALL, { tenant, payoutId });
  const exported = await rig.rpc.exportPersonalData(CALL, { person });
  t.like(exported, {
    hasMore: false,
    records: [
      {
        id: payoutId,
        values: {
          description: TEXT,
          'destination.bank_account.holder_name': HOLDER,
          'destination.bank_account.holder_document': mine,
          'destination.bank_account.account': '90817263545362',
        },
      },
    ],
  });
  const first = await rig.rpc.erasePersonalData(CALL, { person });
  t.like(first, { keys: 0, records: 0 });
  t.true(first.waitMs > 0, 'another process may be about to use it');
  t.is((await read(tenant, payoutId)).description, TEXT);
  t.like(await erase(person), { keys: 1, records: 1 });

  const isErased = async () => (await read(tenant, payoutId)).description === undefined;
  await until('every process has forgotten the key', isErased);
  t.is((await listed(tenant))[0]?.description, undefined);
  const replay = await rig.rpc.createPayout(CALL, request);
  t.true(replay.replayed);
  t.is(replay.payout?.description, undefined);
  t.not((await stored(rig, payoutId))?.['requestHash'], request.requestHash, 'a list of all documents would find it');
  t.like(replay.payout, { id: payoutId, amount: 1_000, destination: { type: 'bank_account', keyMasked: '****5362' } });
  const { failed } = await event(rig, payoutId, 'payout.failed');
  t.deepEqual(await opened(tenant, failed?.payout), { erased: true, values: {} });
  t.deepEqual((await rig.rpc.exportPersonalData(CALL, { person })).records, []);
  t.like(await erase(person), { keys: 0, records: 0 });

  const fresh = await paidOut(rig, tenant, toAccountOf(mine));
  t.is((await read(tenant, fresh.id)).description, TEXT);
});

test('erased by the Pix key of a payee whose document nobody knows; what its bank returns afterwards is booked all the same', async (t) => {
  const tenant = newTenant();
  const pixKey = newKey('return-later');
  const { id } = await paidOut(rig, tenant, { ...toKey(pixKey), description: TEXT });
  await arrives(rig, id, 'PAID');
  await erase({ pixKey });
  await until('every process has forgotten the key', async () => (await read(tenant, id)).description === undefined);
  const before = Number((await stored(rig, id))?.['polls']);
  await due(rig, id);
  await until('its bank was queried', async () => Number((await stored(rig, id))?.['polls']) > before);
  t.is((await read(tenant, id)).status, 'PAID');
  t.deepEqual(
    rig.lines().filter((line) => line.includes(id) && line.includes('"level":"error"')),
    [],
  );
});

test('payouts of an older version: read as ever, refused erasure, and brought under keys by a job', async (t) => {
  const older = await startRig({ env: { PERSONAL_DATA: 'clear', CUSTOMER_KEY_SECONDS: '1', POLL_TIME_SCALE: '0.1' } });
  t.teardown(older.stop);
  const mine = document();
  const tenant = newTenant();
  const person = { document: mine, accountId: tenant.accountId };
  const { id } = await paidOut(older, tenant, toAccountOf(mine));
  const waiting = await paidOut(older, tenant, {
    ...toAccountOf(mine),
    amount: 900,
    scheduledForMs: Date.now() + 3_600_000,
  });
  t.is((await stored(older, id))?.['description'], TEXT);
  t.is((await older.rpc.getPayout(CALL, { tenant, payoutId: id })).description, TEXT);
  t.like(await refusal(older.rpc.erasePersonalData(CALL, { person })), { more: { reason: 'personal_data_in_clear' } });
  await arrives(older, id, 'PAID');
  const { rpc } = await older.replica({ PERSONAL_DATA: 'encrypted' });
  const isEncrypted = async (one: string) => (await stored(older, one))?.['payee'] !== undefined;
  await until('they are under the key of their payee', async () => (await isEncrypted(id)) && isEncrypted(waiting.id));
  // An event of before says it in the clear until the broker has it.
  const isClear = async () => (await placesOf(older.database.connection, [mine, HOLDER, TEXT])).length > 0;
  await until('nothing of it is in the clear', async () => !(await isClear()));
  const now = await stored(older, id);
  t.deepEqual([now?.['description'], now?.['recipient'], now?.['body']], [null, undefined, undefined]);
  t.is((await rpc.getPayout(CALL, { tenant, payoutId: id })).description, TEXT);
  t.like(await refusal(rpc.erasePersonalData(CALL, { person })), { more: { reason: 'payout_open' } });
  await rpc.cancelPayout(CALL, { tenant, payoutId: waiting.id });
  t.like(await erase(person, rpc), { keys: 1, records: 2 });
});

test('nobody, two at once, or what is no Pix key: refused; personal data of another account: not opened', async (t) => {
  const [mine, tenant] = [document(), newTenant()];
  const param = async (person: Person) =>
    (await refusal(rig.rpc.erasePersonalData(CALL, { person }))).more.param ?? 'none';
  t.is(await param({}), 'document');
  t.is(await param({ document: mine, pixKey: newKey() }), 'document');
  t.is(await param({ document: ' .-' }), 'document');
  t.is(await param({ pixKey: 'no key' }), 'pix_key');
  t.is(await param({ document: mine, accountId: 'none' }), 'account_id');
  t.like(await erase({ document: mine, accountId: newId('account') }), { keys: 0, records: 0 });
  const { id } = await paidOut(rig, tenant, toAccountOf(mine));
  const { created } = await event(rig, id, 'payout.created');
  await t.throwsAsync(opened(newTenant(), created?.payout));
});
