import { newId } from '@gx/core';
import { dyingAt, NO_FAULTS, type Side } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import { endLeases, finish, type RunningRefund, startCrashRig } from './crash-rig.ts';
import { CALL, newTenant, order, PROFILE } from './rig.ts';

const rig = await startCrashRig();
const rescuer = await rig.start(NO_FAULTS, 60_000);
test.after.always('everything stops', rig.stop);

const stored = (id: string) => rig.database.connection.collection('refunds').findOne({ _id: id as never });
const AMOUNT = 1_000;

/** A cashout that its receiver has, made by an instance that lives. */
async function arrived(running: RunningRefund) {
  const pay = { pix_key: rig.bank.pixKey, amount: AMOUNT, notify: 'never' };
  const { end_to_end_id: endToEndId } = await rig.simulator.control<{ end_to_end_id: string }>('POST', '/sim/pay', pay);
  const [tenant, chargeId] = [newTenant(), newId('charge')];
  rig.ledger.available.set(tenant.accountId, AMOUNT);
  rig.charges.settlements.set(chargeId, {
    charge: { id: chargeId, tenant, surface: 'CHARGES', amount: AMOUNT, currency: 'BRL', status: 'PAID' },
    bankProfileId: PROFILE,
    posted: true,
    endToEndId,
    paidAtMs: Date.now(),
  });
  const request = order({ tenant, chargeId, endToEndId }, { destinationKey: 'a@example.com' });
  const id = (await running.rpc.createRefund(CALL, request)).refund?.id ?? '';
  await finish(rig, running, async () => {
    const document = await stored(id);
    return document?.['status'] === 'REFUNDED' && document['owner'] === null && document['outbox'].length === 0;
  });
  return { id, tenant };
}

/**
 * A cashout that comes back in two parts, found by an instance that dies at its `nth` call, and by another one.
 * False when it did not come so far.
 */
async function crash(t: ExecutionContext, nth: number, side: Side): Promise<boolean> {
  const armed = dyingAt(nth, side);
  let meet = NO_FAULTS.meet;
  const victim = await rig.start({ meet: (crossing) => meet(crossing) });
  const { id, tenant } = await arrived(victim);
  for (const [part, amount] of [
    ['r1', 300],
    ['r2', 700],
  ] as const) {
    const back = { id: part, amount, notify: 'never' };
    await rig.simulator.control('POST', `/sim/pix-out/${id.replaceAll('-', '')}/returns`, back);
  }
  meet = armed.meet;
  const over = async (): Promise<boolean> => {
    const document = await stored(id);
    return document?.['returns']?.length === 2 && document['outbox'].length === 0;
  };
  await Promise.race([finish(rig, victim, over), victim.self.death]);
  const died = !victim.self.alive();
  victim.self.kill();
  const where = `${side} ${armed.met.at(-1)} (#${nth})`;
  await endLeases(rig);
  await finish(rig, rescuer, over);
  t.deepEqual(rig.ledger.holds.get(`refund:${id}`)?.returns, { r1: 300, r2: 700 }, where);
  t.is(rig.ledger.available.get(tenant.accountId), AMOUNT, where);
  const progress = rig.events(id).map(({ progressed }) => [progressed?.status, progressed?.returnedAmount]);
  t.deepEqual(progress.slice(2), [
    ['REFUNDED', undefined],
    ['REFUNDED', AMOUNT],
  ]);
  return died;
}

test.serial(
  'a cashout that comes back: killed after any call, another one credits and announces it, once',
  async (t) => {
    t.timeout(300_000);
    let calls = 0;
    while (await crash(t, calls + 1, 'after')) calls += 1;
    t.log(`${calls} crashes`);
    t.true(calls >= 6, `${calls} calls`);
  },
);

test.serial('the same before its first calls', async (t) => {
  for (const nth of [1, 2, 3, 4, 5]) t.true(await crash(t, nth, 'before'));
});
