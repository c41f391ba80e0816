import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { atBank } from './at-bank.ts';
import { CALL, found, newTenant, order, PATIENT, publishedEvents, startRig, stored } from './rig.ts';

const GIVE_UP_SECONDS = 900;
const rig = await startRig({
  BANK_CALL_MS: '1500',
  CREATE_MS: '3500',
  CREATE_LEASE_MS: '4000',
  GIVE_UP_SECONDS: String(GIVE_UP_SECONDS),
});
test.after.always('everything stops', rig.stop);

const alarms = (chargeId: string): number =>
  rig.lines().filter((line) => line.includes('charge_unusable_at_bank') && line.includes(chargeId)).length;

/**
 * Somebody at the receiver's changes it by hand between a creation whose answer was lost and the next look.
 */
test('503 a charge that the bank shows in another amount: an alarm, no code is given out, and it is gone there and CANCELLED in its time', async (t) => {
  const tenant = newTenant();
  const request = order(tenant);
  await rig.misbehave({ kind: 'reset_after_accept', operation: 'create', times: 1 });
  await rig.misbehave({ kind: '503', operation: 'get' });
  const create = () => t.throwsAsync(rig.rpc.createCharge(CALL, request), { instanceOf: Refusal });
  t.is((await create())?.code, 'service_unavailable');
  const { _id, paymentOptions } = await found(rig, 'charges', { accountId: tenant.accountId });
  const { txid } = paymentOptions[0];
  const id = String(_id);
  t.is(await atBank(rig, 'PATCH', `/cob/${txid}`, { valor: { original: '19.91' } }), 200);
  t.is(alarms(id), 0);
  await rig.behave();

  const refused = await until('the bank is queried again', async () => {
    const error = await create();
    return alarms(id) > 0 && error;
  });
  t.like(refused, { code: 'service_unavailable', more: { retryAfterSeconds: 5 } });
  t.like(await stored(rig, id), { status: 'PENDING', paymentOptions: [{ state: 'requested' }], listed: false });
  t.deepEqual(publishedEvents(rig, id), []);

  // As if all the time had passed that a bank is given.
  const insertedAt = new mongoose.mongo.Timestamp({ t: Math.floor(Date.now() / 1_000) - GIVE_UP_SECONDS - 1, i: 1 });
  await rig.database.connection
    .collection('charges')
    .updateOne({ _id }, { $set: { insertedAt, 'due.creation:sim': new Date(1) } });
  await until('it is given up', async () => (await stored(rig, id))?.['status'] === 'CANCELLED', PATIENT);
  t.is((await rig.seen(String(txid)))['patch'], 2, 'by hand, and then by us');
  t.deepEqual(
    publishedEvents(rig, id).filter((event) => event.includes('charge.created')),
    [],
  );
  rig.toBank.takeViolations();
});
