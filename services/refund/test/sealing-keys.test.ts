import { Refusal } from '@gx/core';
import { secretBox } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import { CALL, order, PATIENT, paid, type Rig, SECRETS_KEY, startRig } from './rig.ts';

const NEW = Buffer.alloc(32, 8);

let rig: Rig;
test.before(async () => {
  rig = await startRig();
});
test.after.always(() => rig.stop());

test('a process without the key that charge seals with answers 503 and alarms; with it among the opening keys it refunds, and seals with its own', async (t) => {
  const settled = await paid(rig);
  const blind = await rig.replica({ SECRETS_KEY: NEW.toString('base64') });
  const refusal = await t.throwsAsync(blind.rpc.createRefund(CALL, order(settled)), { instanceOf: Refusal });
  t.is(refusal?.code, 'service_unavailable');
  const alarm = await until('the alarm', () => blind.host.lines.find((line) => line.includes('secret_unreadable')));
  t.like(JSON.parse(alarm), { key_id: secretBox(SECRETS_KEY).sealingKeyId, reason: 'no_such_key' });
  await blind.stop();

  const opening = { SECRETS_KEY: NEW.toString('base64'), SECRETS_OPENING_KEYS: SECRETS_KEY.toString('base64') };
  const both = await rig.replica(opening);
  const { refund } = await both.rpc.createRefund(CALL, order(settled));
  const stored = await rig.database.connection
    .collection<{ _id: string }>('refunds')
    .findOne({ _id: refund?.id ?? '' });
  t.is((stored as unknown as { body: { keyId: string } }).body.keyId, secretBox(NEW).sealingKeyId);
  t.false(both.host.lines.some((line) => line.includes('secret_unreadable')));
  await both.stop();

  // The first replica has not heard of the new key: it cannot read that refund, and says so once.
  const list = () => rig.rpc.listRefunds(CALL, { tenant: settled.tenant, chargeId: settled.chargeId });
  t.is((await t.throwsAsync(list(), { instanceOf: Refusal }))?.code, 'service_unavailable');

  // Sealed again by whoever has both keys, it can.
  const back = await rig.replica({ SECRETS_OPENING_KEYS: NEW.toString('base64') });
  await back.rpc.resealSecrets(CALL, { dryRun: false });
  t.is((await list()).refunds[0]?.id, refund?.id);
  await until('it is back', async () => (await list()).refunds[0]?.status === 'REFUNDED', PATIENT);
});
