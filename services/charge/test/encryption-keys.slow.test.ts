import { Refusal } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import { CALL, created, newTenant, order, profileOf, type Rig, setProfile, startRig } from './rig.ts';
import type { BankClient } from './simulator.ts';

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const [OLD_TEXT, NEW_TEXT] = [OLD.toString('base64'), NEW.toString('base64')];

let rig: Rig;
test.before(async () => {
  rig = await startRig({ ENCRYPTION_KEY: OLD_TEXT });
});
test.after.always(() => rig.stop());

test('without the key of a bank’s credentials creations are 503 and an alarm; reads go on, and with it among the opening keys all does', async (t) => {
  const tenant = newTenant();
  const { id } = await created(rig, {}, tenant);
  const blind = await rig.replica({ ENCRYPTION_KEY: NEW_TEXT });
  const refusal = await t.throwsAsync(blind.rpc.createCharge(CALL, order(tenant)), { instanceOf: Refusal });
  t.is(refusal?.code, 'service_unavailable');
  t.is((await blind.rpc.getCharge(CALL, { tenant, id })).id, id);
  const alarm = await until('the alarm', () => blind.host.lines.find((line) => line.includes('secret_unreadable')));
  t.like(JSON.parse(alarm), { key_id: newCipher(OLD).encryptionKeyId, reason: 'no_such_key' });

  const both = await rig.replica({ ENCRYPTION_KEY: NEW_TEXT, DECRYPTION_KEYS: OLD_TEXT });
  t.is((await both.rpc.createCharge(CALL, order(tenant))).charge?.status, 'WAITING_PAYMENT');
  t.false(both.host.lines.some((line) => line.includes('secret_unreadable')));
});

test('a bank whose credentials do not open is refused alone: charges of another bank are made, and none of them takes its place', async (t) => {
  const env = { ENCRYPTION_KEY: NEW_TEXT, ALLOW_SIMULATED_LIVE: 'true' };
  const bank = await rig.simulator.control<BankClient>('POST', '/sim/clients', {});
  const both = await rig.replica({ ...env, DECRYPTION_KEYS: OLD_TEXT });
  await setProfile(both.rpc, { ...profileOf('live', bank, rig.simulator.url), livemode: true });

  const blind = await rig.replica(env);
  t.is((await blind.rpc.createCharge(CALL, order(newTenant(true)))).charge?.status, 'WAITING_PAYMENT');
  const refused = await t.throwsAsync(blind.rpc.createCharge(CALL, order(newTenant())), { instanceOf: Refusal });
  t.is(refused?.code, 'service_unavailable');
  const logged = blind.host.lines.filter((line) => line.includes('a bank profile cannot be used'));
  t.is(logged.length, 1);
  t.like(JSON.parse(logged[0] ?? ''), { bank_profile: rig.profileId });
});
