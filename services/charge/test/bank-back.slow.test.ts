import { until } from '@gx/testkit';
import test from 'ava';
import { charges } from './closing.ts';
import { elementOf, notified, paidBy, paymentsOf } from './locked.ts';
import { CALL, created, newTenant, order, PATIENT, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

/** By then its own schedule would leave it alone for ten minutes. */
const MANY_ATTEMPTS = 4;
/** The breaker lets a call through after five seconds, and somebody asks every two. */
const SOON = { timeoutMs: 15_000 } as const;
const isAway = { operation: '*', kind: 'hang' } as const;

test.serial(
  'a bank that was away answers again: creations that waited for it are presented, the oldest too',
  async (t) => {
    const tenant = newTenant();
    await rig.misbehave(isAway);
    const creations = Array.from({ length: 5 }, () =>
      rig.rpc.createCharge(CALL, order(tenant, { surface: 'PAYMENTS' })),
    );
    const answers = await Promise.all(creations);
    const ids = answers.map(({ charge }) => charge?.id ?? '');
    t.true(answers.every(({ charge }) => charge?.status === 'PENDING'));
    await until(
      'one of them was tried often',
      async () =>
        (await charges(rig).findOne({ _id: { $in: ids as never[] }, attempts: { $gte: MANY_ATTEMPTS } })) !== null,
      PATIENT,
    );
    await rig.behave();
    await until(
      'all are presented',
      async () => {
        const found = await Promise.all(ids.map((id) => rig.rpc.getCharge(CALL, { tenant, id })));
        return found.every(({ status }) => status === 'WAITING_PAYMENT');
      },
      SOON,
    );
  },
);

test.serial('a callback that waited for the bank is handled', async (t) => {
  const charge = await created(rig);
  await rig.misbehave(isAway);
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await notified(rig, elementOf(endToEndId, charge.txid, {}));
  const callbacks = rig.database.connection.collection('provider_callbacks');
  const waits = { endToEndId, state: 'waiting', claim: null, attempts: { $gt: 0 } };
  // As after so many attempts that its own schedule is no help.
  const inAnHour = { attempts: 4, dueAt: new Date(Date.now() + 3_600_000) };
  await until(
    'it waits for the bank',
    async () => (await callbacks.updateOne(waits, { $set: inAnHour })).modifiedCount === 1,
    PATIENT,
  );
  await rig.behave();
  await until('its money is accepted', async () => (await paymentsOf(rig, charge.id)).length === 1, SOON);
  t.is((await stored(rig, charge.id))?.['payments'][0].decision, 'accepted');
});
