import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { elementOf, notified, paidBy, paymentsOf } from './locked.ts';
import { CALL, created, event, PATIENT, pay, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const MINUTE = 60_000;
const AHEAD_MS = 6 * MINUTE;
type ChargeReference = Awaited<ReturnType<typeof created>>;
const inMinutes = (ms: number): string => new Date(Date.now() + ms).toISOString();
const alarms = (id: string): number =>
  rig.lines().filter((line) => line.includes('"alarm":"bank_clock"') && line.includes(id)).length;

/** Money that its bank stamps with a time to come, once that was noticed. */
async function paidAhead(charge: ChargeReference, ms = AHEAD_MS): Promise<string> {
  const endToEndId = await paidBy(rig, charge, { paid_at: inMinutes(ms), force: true });
  await until('the alarm', () => alarms(charge.id) > 0, PATIENT);
  return endToEndId;
}

/** A replica whose clock is as far as the bank's, told of the money once more. */
async function timeComes(charge: ChargeReference, endToEndId: string, ms = AHEAD_MS) {
  const later = await rig.replica({}, ms + MINUTE);
  await notified(rig, elementOf(endToEndId, charge.txid, {}));
  return later;
}
const reviewOf = async ({ id }: ChargeReference) =>
  (await rig.rpc.listReviews(CALL, { limit: 500 })).reviews.find(({ chargeId }) => chargeId === id);
const reasonOf = async (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

test.serial('clocks differ: what is stamped up to five minutes ahead is decided at once', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge, { paidAtMs: Date.now() + 4 * MINUTE, force: true });
  await event(rig, charge.id, 'charge.payment_accepted');
  t.is(alarms(charge.id), 0);
});

test.serial(
  'what is stamped further ahead is undecided with an alarm, its charge is not cancelled, and it is credited when its time has come',
  async (t) => {
    const charge = await created(rig);
    const endToEndId = await paidAhead(charge);
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'WAITING_PAYMENT');
    t.is(await reasonOf(rig.rpc.cancelCharge(CALL, charge)), 'service_unavailable');
    t.deepEqual(await paymentsOf(rig, charge.id), []);
    const later = await timeComes(charge, endToEndId);
    await event(rig, charge.id, 'charge.payment_accepted');
    await later.stop();
  },
);

for (const [verdict, type, ended, status] of [
  ['APPROVE', 'charge.payment_accepted', { paymentAccepted: { amount: 1_990 } }, 'PROCESSING'],
  ['REJECT', 'charge.return_ordered', { returnOrdered: { reason: 'PAID_AFTER_EXPIRY' } }, 'REFUNDED'],
] as const)
  test.serial(
    `what is late by such a time alone is held for an operator, who is alarmed at once: ${verdict}`,
    async (t) => {
      const charge = await created(rig, { expiresInSeconds: 60 });
      const endToEndId = await paidAhead(charge);
      const later = await timeComes(charge, endToEndId);
      t.like((await event(rig, charge.id, 'charge.payment_held')).paymentHeld, { endToEndId, amount: 1_990 });
      const isAlarm = (line: string): boolean => line.includes('review_waits') && line.includes(charge.id);
      await until('an operator is alarmed', () => rig.lines().some(isAlarm), PATIENT);
      t.like(await reviewOf(charge), { endToEndId, cause: 'BANK_CLOCK', polls: 0, nextPollAtMs: undefined });
      // For any payer: nobody lets it go by himself.
      await notified(rig, elementOf(endToEndId, charge.txid, { cpf: '52998224725' }));
      t.like((await stored(rig, charge.id))?.['review'], { cause: 'BANK_CLOCK', endedAt: null });
      await rig.rpc.decideReview(CALL, { chargeId: charge.id, verdict, operator: 'ana' });
      t.like(await event(rig, charge.id, type), ended);
      t.is((await rig.rpc.getCharge(CALL, charge)).status, status);
      await later.stop();
    },
  );
