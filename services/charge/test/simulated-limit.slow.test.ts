import { Refusal } from '@gx/core';
import test, { type ExecutionContext } from 'ava';
import { paidBy } from './locked.ts';
import { ordered, play, startOrderRig } from './order-rig.ts';
import { CALL, created, pay } from './rig.ts';

const rig = await startOrderRig();
test.after.always('everything stops', rig.stop);

const MAX = 100;

async function refusedFor(t: ExecutionContext, result: Promise<unknown>) {
  const refused = await t.throwsAsync(result, { instanceOf: Refusal });
  t.is(refused?.code, 'unprocessable_entity');
  t.is(refused?.more.reason, 'payment_rejected');
  t.regex(refused?.message ?? '', /100 simulated payments/);
}

test('422 the 101st simulated payment of a charge: no money arrives, and other charges are paid', async (t) => {
  const charge = await created(rig);
  const forced = { amount: 1, force: true, notify: 'never' } as const;
  await Promise.all(Array.from({ length: MAX - 1 }, () => paidBy(rig, charge, forced)));
  await pay(rig, charge, { amount: 1, force: true, notifyNever: true });
  await refusedFor(t, pay(rig, charge, { amount: 1, force: true }));
  const { pix } = await rig.rpc.getSimulatedProviderState(CALL, { tenant: charge.tenant, chargeId: charge.id });
  t.is(pix.length, MAX);
  await pay(rig, await created(rig, {}, charge.tenant), { force: true });
});

test('422 the same of a card, disputes among them', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  const silent = { notifyNever: true } as const;
  await play(rig, it, 'approved', silent);
  for (let more = 0; more < MAX - 2; more += 1) await play(rig, it, 'approved', { amount: 1, force: true, ...silent });
  await play(rig, it, 'dispute', silent);
  await refusedFor(t, play(rig, it, 'approved', { amount: 1, force: true, ...silent }));
  await play(rig, it, 'dispute_won', silent);
  await refusedFor(t, play(rig, it, 'dispute', silent));
  await refusedFor(t, play(rig, it, 'chargeback', silent));
});
