import { newId, type Tenant } from '@gx/core';
import { localAssertion, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { CALL, order, PATIENT, paid, refunded, refusal, startRig, stored } from './rig.ts';

const FINGERPRINT = 'f'.repeat(64);
const ADDRESS = '198.51.100.8';
const rig = await startRig();
const { records } = rig.accounts;
test.after.always('everything stops', rig.stop);
test.afterEach.always('keys is there again', () => {
  records.down = false;
});

const withKey = (tenant: Tenant) => ({
  ...CALL,
  asserted: () => localAssertion({ tenant, fingerprint: FINGERPRINT, issuerUserId: newId('user') }),
});
const filed = (id: string) => until(`an act on ${id} is filed`, () => records.of(id)[0], PATIENT);
const unfiled = async (id: string) => (await stored(rig, id))?.['unfiled'] as object[] | undefined;
const nothingWaits = (id: string) => until('nothing waits', async () => (await unfiled(id))?.length === 0, PATIENT);

/** All of an act but what differs each time. */
function sameEachTime(t: ExecutionContext, id: string, expected: object): void {
  const [act, ...more] = records.of(id);
  t.deepEqual(more, []);
  const { id: actId, atMs, objectId, changes, actor, ...rest } = act ?? {};
  t.regex(String(actId), /^[0-9a-f-]{36}$/);
  t.true(Math.abs(Date.now() - Number(atMs)) < 300_000);
  t.is(objectId, id);
  const changed = changes?.map(({ field, before, after }) => [field, before, after]);
  t.like({ ...rest, changes: changed, actor }, expected);
}

test.serial('a refund that is promised is filed once: by which key, from where, how much of what', async (t) => {
  const it = await paid(rig);
  const request = { ...order(it), clientAddress: ADDRESS };
  const answers = await Promise.all([1, 2, 3].map(() => rig.rpc.createRefund(withKey(it.tenant), request)));
  const id = answers[0]?.refund?.id ?? '';
  await filed(id);
  await nothingWaits(id);
  sameEachTime(t, id, {
    action: 'refund.created',
    tenant: it.tenant,
    actor: { kind: 'api_key', fingerprint: FINGERPRINT, clientAddress: ADDRESS },
    changes: [
      ['charge', undefined, `ch_${it.chargeId}`],
      ['amount', undefined, '1000'],
    ],
  });
});

test.serial('the key is the one of the assertion, whatever else the gateway says', async (t) => {
  const it = await paid(rig);
  const claimed = { ...order(it), fingerprint: 'e'.repeat(64), actor: { kind: 'operator' } };
  const { refund } = await rig.rpc.createRefund(withKey(it.tenant), claimed);
  const { actor } = await filed(refund?.id ?? '');
  t.like(actor, { kind: 'api_key', fingerprint: FINGERPRINT });
});

test.serial('a refund that is refused is no act, neither then nor later', async (t) => {
  const it = await paid(rig);
  const before = records.acts.size;
  t.is((await refusal(rig.rpc.createRefund(CALL, order(it, { amount: 1_001 })))).code, 'invalid_amount');
  const { id } = await refunded(rig, it, { amount: 400 });
  await filed(id);
  t.is(records.acts.size, before + 1);
  t.is(await rig.database.connection.collection('refunds').countDocuments({ chargeId: it.chargeId }), 1);
});

test.serial('while keys is away refunds go on; their acts wait, and another process files them', async (t) => {
  const dying = await rig.replica();
  records.down = true;
  const it = await paid(rig);
  const { refund } = await dying.rpc.createRefund(withKey(it.tenant), order(it, { amount: 400 }));
  const id = refund?.id ?? '';
  await until('somebody has tried', () => records.refused > 1, PATIENT);
  await dying.stop();
  t.is((await unfiled(id))?.length, 1);
  t.deepEqual(records.of(id), []);
  records.down = false;
  await filed(id);
  await nothingWaits(id);
  t.is(records.of(id).length, 1);
});

test.serial('who dies after keys has filed an act gives it again, under the same id', async (t) => {
  const it = await paid(rig);
  const { id } = await refunded(rig, it, { amount: 400 });
  const act = await filed(id);
  await nothingWaits(id);
  const { _id: _, ...sent } = { _id: 0, ...act };
  const again = { ...sent, _id: act.id, at: new Date(act.atMs) };
  await rig.database.connection.collection('refunds').updateOne({ _id: id as never }, { $set: { unfiled: [again] } });
  await nothingWaits(id);
  t.is(records.of(id).length, 1);
});
