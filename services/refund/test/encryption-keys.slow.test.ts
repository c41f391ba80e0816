import { Refusal } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import { CALL, ENCRYPTION_KEY, order, PATIENT, paid, type Rig, startRig } from './rig.ts';

type StoredRefund = {
  readonly _id: string;
  readonly body: { readonly keyId: string };
  readonly owner: string | null;
  readonly attempts: number;
  readonly polls: number;
  readonly version: number;
};
const NEW = Buffer.alloc(32, 8);

let rig: Rig;
test.before(async () => {
  rig = await startRig();
});
test.after.always(() => rig.stop());

test.serial(
  'a process without the key that charge encrypts with answers 503 and alarms; with it among the opening keys it refunds, and encrypts with its own',
  async (t) => {
    const settled = await paid(rig);
    const blind = await rig.replica({ ENCRYPTION_KEY: NEW.toString('base64') });
    const refusal = await t.throwsAsync(blind.rpc.createRefund(CALL, order(settled)), { instanceOf: Refusal });
    t.is(refusal?.code, 'service_unavailable');
    const alarm = await until('the alarm', () => blind.host.lines.find((line) => line.includes('secret_unreadable')));
    t.like(JSON.parse(alarm), { key_id: newCipher(ENCRYPTION_KEY).encryptionKeyId, reason: 'no_such_key' });
    await blind.stop();

    const opening = { ENCRYPTION_KEY: NEW.toString('base64'), DECRYPTION_KEYS: ENCRYPTION_KEY.toString('base64') };
    const both = await rig.replica(opening);
    const { refund } = await both.rpc.createRefund(CALL, order(settled));
    const stored = await rig.database.connection.collection<StoredRefund>('refunds').findOne({ _id: refund?.id ?? '' });
    t.is(stored?.body.keyId, newCipher(NEW).encryptionKeyId);
    t.false(both.host.lines.some((line) => line.includes('secret_unreadable')));
    await both.stop();
  },
);

test.serial(
  'a refund that this process cannot read is no look at the bank; encrypted again under a key it has, it goes on',
  async (t) => {
    const settled = await paid(rig);
    const refunds = rig.database.connection.collection<StoredRefund>('refunds');
    // The bank cannot be told yet, so the refund is still under way when nobody can read it.
    await rig.misbehave({ kind: '503', operation: 'devolution_put' });
    const other = await rig.replica({
      ENCRYPTION_KEY: NEW.toString('base64'),
      DECRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
    });
    const { refund } = await other.rpc.createRefund(CALL, order(settled));
    const _id = refund?.id ?? '';
    await until('the bank was called', async () => ((await refunds.findOne({ _id }))?.attempts ?? 0) > 0);
    await other.stop();
    // A job of the other process may be at it by now: its claim counts until it is given back.
    const before = await until('nobody is at it', async () => {
      const found = await refunds.findOne({ _id });
      return found?.owner === null && found;
    });

    const list = () => rig.rpc.listRefunds(CALL, { tenant: settled.tenant, chargeId: settled.chargeId });
    await refunds.updateOne({ _id }, { $set: { dueAt: new Date(0) } });
    const after = await until('a job comes to it and gives it back', async () => {
      const found = await refunds.findOne({ _id });
      return found?.owner === null && found.version > before.version && found;
    });
    t.deepEqual([after.attempts, after.polls], [before.attempts, before.polls]);
    // The run goes on to whatever waits behind it.
    const isLogged = (line: string) => line.includes('a refund cannot be opened') && line.includes(_id);
    await until('it is logged, which comes after', () => rig.lines().some(isLogged));
    t.false(rig.lines().some((line) => line.includes('job failed') && line.includes('work on refunds')));

    const reader = await rig.replica({ DECRYPTION_KEYS: NEW.toString('base64') });
    await reader.rpc.reencryptSecrets(CALL, { dryRun: false });
    t.is((await list()).refunds[0]?.id, refund?.id);
    await rig.behave();
    await refunds.updateOne({ _id }, { $set: { dueAt: new Date(0) } });
    await until('it is back', async () => (await list()).refunds[0]?.status === 'REFUNDED', PATIENT);
  },
);
