import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ordersOf, type PaidOrder } from './orders.ts';
import { announced, arrives, CALL, event, make, order, refunded, startRig, stored } from './rig.ts';
import { startVictim } from './victim.ts';

const rig = await startRig({
  BANK_CALL_MS: '1000',
  BANK_MS: '3000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: '0.1',
});
const orders = ordersOf(rig);
test.after.always('everything stops', async () => {
  await orders.close();
  await rig.stop();
});
test.afterEach.always('the acquirer behaves again', async () => {
  await rig.behave();
});

const AMOUNT = 400;
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const refundsOf = async ({ reference }: PaidOrder) => (await orders.books(reference)).refunds;

/** One refund, one hold, one refund at the acquirer, one walk, in any order of the processes. */
async function once(t: ExecutionContext, it: PaidOrder, id: string): Promise<void> {
  await event(rig, id, 'refund.progressed', 'REFUNDED');
  t.deepEqual(announced(rig, id), [
    'refund.created PENDING',
    'refund.progressed IN_PROGRESS',
    'refund.progressed REFUNDED',
  ]);
  t.is(await rig.database.connection.collection('refunds').countDocuments({ accountId: it.tenant.accountId }), 1);
  t.like(holdOf(id), { state: 'COMMITTED', held: AMOUNT });
  const atAcquirer = await refundsOf(it);
  t.deepEqual(
    atAcquirer.map(({ id: one, amount, status }) => [one, Number(amount), status]),
    [[id.replaceAll('-', ''), AMOUNT, 'refunded']],
  );
  const rest = await refunded(rig, it);
  t.is(rest.amount, 1_000 - AMOUNT, 'and its share of the card payment is taken once');
}

test.serial('SIGKILL before the acquirer has the refund: another one sends it, once', async (t) => {
  const victim = await startVictim(rig);
  await rig.misbehave({ kind: 'hang', operation: 'order_refund_put', times: 1, ms: 8_000, accept: false });
  const it = await orders.paidOrderOf('CREDIT_CARD');
  const { refund } = await victim.rpc.createRefund(CALL, order(it, { amount: AMOUNT }));
  const id = refund?.id ?? '';
  await until('it is on its way', async () => (await stored(rig, id))?.['attempts'] === 1);
  victim.kill('SIGKILL');
  t.deepEqual(await refundsOf(it), []);
  await make(rig, id, { dueAt: new Date(0) });
  await arrives(rig, id, 'REFUNDED');
  await once(t, it, id);
});

test.serial(
  'SIGKILL while the acquirer is called, and it did it: another one polls, and nothing goes twice',
  async (t) => {
    const victim = await startVictim(rig);
    // The acquirer tells of it, too: another replica may be as far as the ledger before we look.
    const answer = rig.ledger.silence('CommitHold');
    t.teardown(answer);
    await rig.misbehave({ kind: 'hang', operation: 'order_refund_put', times: 1, ms: 8_000, accept: true });
    const it = await orders.paidOrderOf('CREDIT_CARD');
    const { refund } = await victim.rpc.createRefund(CALL, order(it, { amount: AMOUNT }));
    const id = refund?.id ?? '';
    await until('the acquirer has it', async () => (await refundsOf(it)).length === 1);
    t.not((await stored(rig, id))?.['status'], 'REFUNDED', 'and nobody knows yet');
    victim.kill('SIGKILL');
    answer();
    await make(rig, id, { dueAt: new Date(0) });
    await arrives(rig, id, 'REFUNDED');
    await once(t, it, id);
  },
);

test.serial('SIGKILL between the committed hold and the end: another one ends it the same way', async (t) => {
  const victim = await startVictim(rig);
  const answer = rig.ledger.silence('CommitHold');
  t.teardown(answer);
  const it = await orders.paidOrderOf('CREDIT_CARD');
  const { refund } = await victim.rpc.createRefund(CALL, order(it, { amount: AMOUNT }));
  const id = refund?.id ?? '';
  await until('the hold is spent', () => holdOf(id)?.state === 'COMMITTED');
  t.like(await stored(rig, id), { status: 'IN_PROGRESS', finalStatus: 'REFUNDED' });
  victim.kill('SIGKILL');
  answer();
  await make(rig, id, { dueAt: new Date(0) });
  await arrives(rig, id, 'REFUNDED');
  await once(t, it, id);
});

test.serial(
  'SIGKILL when the issuer has declined it: another one gives the money back to the wallet, once',
  async (t) => {
    const victim = await startVictim(rig);
    await rig.misbehave({ kind: 'fails', operation: 'order_refund_put', times: 1 });
    const answer = rig.ledger.silence('VoidHold');
    t.teardown(answer);
    const it = await orders.paidOrderOf('CREDIT_CARD');
    const { refund } = await victim.rpc.createRefund(CALL, order(it, { amount: AMOUNT }));
    const id = refund?.id ?? '';
    await until('the hold is void', () => holdOf(id)?.state === 'VOIDED');
    t.like(await stored(rig, id), { status: 'IN_PROGRESS', finalStatus: 'FAILED' });
    victim.kill('SIGKILL');
    answer();
    await make(rig, id, { dueAt: new Date(0) });
    await arrives(rig, id, 'FAILED');
    await event(rig, id, 'refund.progressed', 'FAILED');
    t.deepEqual(announced(rig, id), [
      'refund.created PENDING',
      'refund.progressed IN_PROGRESS',
      'refund.progressed FAILED',
    ]);
    t.is(holdOf(id)?.state, 'VOIDED');
    const whole = await until('its share is free', () => refunded(rig, it).catch(() => undefined));
    t.is(whole.amount, 1_000);
  },
);
