import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { booksOf, requestsOf } from './at-bank.ts';
import { announced, arrives, CALL, event, make, order, type PaidCharge, paid, startRig, stored } from './rig.ts';
import { startVictim } from './victim.ts';

const rig = await startRig({
  BANK_CALL_MS: '1000',
  BANK_MS: '3000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: '0.1',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const ofKey = (idempotencyKey: unknown) => rig.database.connection.collection('refunds').findOne({ idempotencyKey });
const inserted = (idempotencyKey: unknown) =>
  until('it is inserted', async () => (await ofKey(idempotencyKey)) ?? undefined);
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);

/** One refund, one hold, one devolution, one walk, in any order of the processes. */
async function once(t: ExecutionContext, it: PaidCharge, id: string): Promise<void> {
  await event(rig, id, 'refund.progressed', 'REFUNDED');
  t.deepEqual(announced(rig, id), [
    'refund.created PENDING',
    'refund.progressed IN_PROGRESS',
    'refund.progressed REFUNDED',
  ]);
  t.is(await rig.database.connection.collection('refunds').countDocuments({ accountId: it.tenant.accountId }), 1);
  t.like(holdOf(id), { state: 'COMMITTED', held: 1_000 });
  t.like((await booksOf(rig, it.endToEndId)).devolutions, [{ amount: 1_000, status: 'DEVOLVIDO' }]);
  t.is((await booksOf(rig, it.endToEndId)).devolutions.length, 1);
}

test.serial('SIGKILL while the hold is being placed: the retry gets the same refund', async (t) => {
  const victim = await startVictim(rig);
  const it = await paid(rig);
  const request = order(it);
  rig.ledger.trouble('PlaceHold', 'mute_after');
  const dying = victim.rpc.createRefund(CALL, request).catch((error: unknown) => error);
  const id = String((await inserted(request.idempotencyKey))._id);
  await until('the hold stands', () => holdOf(id) !== undefined);
  victim.kill('SIGKILL');
  t.true((await dying) instanceof Error);
  await make(rig, id, { dueAt: new Date(0) });
  const { refund } = await rig.rpc.createRefund(CALL, request);
  t.is(refund?.id, id);
  await arrives(rig, id, 'REFUNDED');
  await once(t, it, id);
});

test.serial(
  'SIGKILL while the bank is called, and the bank did it: another one polls, and sends nothing',
  async (t) => {
    const victim = await startVictim(rig);
    await rig.misbehave({ kind: 'hang', operation: 'devolution_put', times: 1, ms: 8_000, accept: true });
    const it = await paid(rig);
    const { refund } = await victim.rpc.createRefund(CALL, order(it));
    const id = refund?.id ?? '';
    await until('the bank has done it', async () => (await booksOf(rig, it.endToEndId)).devolutions.length === 1);
    victim.kill('SIGKILL');
    await make(rig, id, { dueAt: new Date(0) });
    await arrives(rig, id, 'REFUNDED');
    await once(t, it, id);
    rig.toBank.takeViolations();
  },
);

test.serial('SIGKILL between the committed hold and the end: another one ends it the same way', async (t) => {
  const victim = await startVictim(rig);
  const answer = rig.ledger.silence('CommitHold');
  t.teardown(answer);
  const it = await paid(rig);
  const { refund } = await victim.rpc.createRefund(CALL, order(it));
  const id = refund?.id ?? '';
  await until('the hold is spent', () => holdOf(id)?.state === 'COMMITTED');
  t.like(await stored(rig, id), { status: 'IN_PROGRESS', finalStatus: 'REFUNDED' });
  victim.kill('SIGKILL');
  answer();
  const puts = requestsOf(rig, 'PUT', id.replaceAll('-', ''));
  await make(rig, id, { dueAt: new Date(0) });
  await arrives(rig, id, 'REFUNDED');
  await once(t, it, id);
  t.is(requestsOf(rig, 'PUT', id.replaceAll('-', '')), puts);
});

test.serial('SIGSTOP at the bank, another one finishes, SIGCONT: the woken one changes nothing', async (t) => {
  const victim = await startVictim(rig);
  await rig.misbehave({ kind: 'delay', operation: 'devolution_put', times: 1, ms: 1_500 });
  const it = await paid(rig);
  const { refund } = await victim.rpc.createRefund(CALL, order(it));
  const id = refund?.id ?? '';
  await until('it is at the bank', async () => (await stored(rig, id))?.['attempts'] === 1);
  victim.kill('SIGSTOP');
  await make(rig, id, { dueAt: new Date(0) });
  await arrives(rig, id, 'REFUNDED');
  const after = await stored(rig, id);
  victim.kill('SIGCONT');
  const other = await victim.rpc.createRefund(CALL, order(await paid(rig)));
  await arrives(rig, other.refund?.id ?? '', 'REFUNDED');
  t.is((await stored(rig, id))?.['version'], after?.['version']);
  await once(t, it, id);
  victim.kill('SIGKILL');
  rig.toBank.takeViolations();
});

test.serial(
  'SIGTERM under way: what was requested is answered, what was promised is finished by the replicas that are left',
  async (t) => {
    const victim = await startVictim(rig);
    const all = await Promise.all(Array.from({ length: 10 }, () => paid(rig)));
    const before = rig.ledger.calls.length;
    const asking = all.map((it) => victim.rpc.createRefund(CALL, order(it)));
    await until('the first has come', () => rig.ledger.calls.length > before);
    victim.kill('SIGTERM');
    const answers = await Promise.allSettled(asking);
    for (const [nth, answer] of answers.entries()) {
      const it = all[nth] as PaidCharge;
      const stands = await rig.database.connection.collection('refunds').findOne({ accountId: it.tenant.accountId });
      if (answer.status === 'rejected' && stands === null) continue;
      const id = String(stands?._id);
      if (answer.status === 'fulfilled') t.is(answer.value.refund?.id, id);
      await arrives(rig, id, 'REFUNDED');
      await once(t, it, id);
    }
    t.true(answers.some(({ status }) => status === 'fulfilled'));
  },
);
