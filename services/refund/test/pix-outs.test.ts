import { newId, Refusal } from '@gx/core';
import test from 'ava';
import { arrives, CALL, PLAIN_PROFILE, PROFILE, paid, refunded, startRig, stored } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '1500', BANK_MS: '5000', POLL_TIME_SCALE: '0.1' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', () => rig.behave());

const HOUR_MS = 3_600_000;
const DAY = { fromMs: Date.now() - HOUR_MS, toMs: Date.now() + HOUR_MS };
const list = (change: object = {}) => rig.rpc.listPixOuts(CALL, { bankProfileId: PROFILE, ...DAY, ...change });
const refused = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);
const bankId = (id: string): string => id.replaceAll('-', '');

/** A refund that is sent as a Pix of its own. */
async function sent(status: string, amount: number) {
  const it = await paid(rig, { profileId: PROFILE });
  const { id } = await refunded(rig, it, { amount, destinationKey: 'ana@example.com' });
  await arrives(rig, id, status);
  return id;
}
const rowOf = async (id: string) => (await list()).pixOuts.find(({ refundId }) => refundId === id);

test.serial('what was sent, and what failed, is listed as we have it and as its bank has it', async (t) => {
  const arrived = await sent('REFUNDED', 300);
  await rig.misbehave({ kind: 'fails', operation: 'pix_out_put', times: 1, code: 'AC06' });
  const failed = await sent('FAILED', 200);
  await rig.misbehave({ kind: 'key_not_found', operation: 'pix_out_put', times: 1 });
  const refusedByBank = await sent('FAILED', 100);
  t.like(await rowOf(arrived), {
    refundId: arrived,
    bankId: bankId(arrived),
    amount: 300,
    status: 'REFUNDED',
    atBank: { status: 'sent', amount: 300 },
  });
  t.like(await rowOf(failed), { amount: 200, status: 'FAILED', atBank: { status: 'failed' } });
  t.like(await rowOf(refusedByBank), { amount: 100, status: 'FAILED', atBank: undefined });
  t.deepEqual((await list({ toMs: DAY.fromMs })).pixOuts, [], 'none was ordered before');
  t.deepEqual((await list({ bankProfileId: PLAIN_PROFILE })).pixOuts, [], 'none went through another bank');
});

test.serial('a devolution, and what was promised to nobody, is no Pix that was sent', async (t) => {
  const it = await paid(rig, { profileId: PROFILE });
  const { id } = await refunded(rig, it, { amount: 300 });
  await arrives(rig, id, 'REFUNDED');
  t.is(await rowOf(id), undefined);
  const promised = await sent('REFUNDED', 400);
  const document = await stored(rig, promised);
  const nobodys = { ...document, _id: newId('refund'), bankId: 'x', idempotencyKey: 'x', status: 'INITIATED' };
  await rig.database.connection.collection('refunds').insertOne(nobodys as never);
  t.is(await rowOf(nobodys._id), undefined);
});

test.serial('more than a page holds comes in pages, each once', async (t) => {
  const one = await stored(rig, await sent('REFUNDED', 500));
  const copies = Array.from({ length: 60 }, (_, n) => {
    const _id = newId('refund');
    return { ...one, _id, bankId: bankId(_id), idempotencyKey: `copy-${n}`, chargeId: newId('charge') };
  });
  await rig.database.connection.collection('refunds').insertMany(copies as never[]);
  const found: string[] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const answer = await list({ ...(after === undefined ? {} : { after }) });
    t.true(answer.pixOuts.length <= 50);
    found.push(...answer.pixOuts.map(({ refundId }) => refundId));
    after = answer.next;
  }
  t.is(new Set(found).size, found.length);
  t.true(copies.every(({ _id }) => found.includes(_id)));
});

test.serial('a bank that does not answer is an error, never an empty list; an unknown one is not found', async (t) => {
  await rig.misbehave({ kind: '503', operation: 'pix_out_get' });
  const silent = await refused(list());
  t.true(silent instanceof Refusal);
  t.like(silent, { code: 'service_unavailable' });
  t.like(await refused(list({ bankProfileId: 'nobody' })), { code: 'not_found' });
});
