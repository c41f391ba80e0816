import { newCipher } from '@gx/runtime';
import { until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import { created } from './charge-events.ts';
import { newTenant, startHarness, startReplica } from './harness.ts';

const NEW = Buffer.alloc(32, 8);

test('a delivery whose secret this process cannot open waits without using up an attempt, and goes out signed where the key is known', async (t) => {
  const { env, register, publish, sink, host, stop } = await startHarness();
  t.teardown(stop);
  const tenant = newTenant();
  const { secret } = await register(tenant, '/encrypted', ['charge.created']);
  await host.stop();

  const blind = await startReplica(loadConfig({ ...env, ENCRYPTION_KEY: NEW.toString('base64') }), {});
  await publish(created(tenant));
  const alarm = await until('the alarm', () => blind.host.lines.find((line) => line.includes('secret_unreadable')));
  const keyId = newCipher(Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64')).encryptionKeyId;
  t.like(JSON.parse(alarm), { key_id: keyId, reason: 'no_such_key' });
  const ofBlind = async () => (await blind.client.listDeliveries({ requestId: 'r' }, { tenant })).deliveries[0];
  await until('it waits', async () => (await ofBlind())?.status === 'PENDING');
  t.like(await ofBlind(), { status: 'PENDING', attempts: 0 });
  t.deepEqual(sink.requests('/encrypted'), []);
  await blind.stop();

  const keys = { ENCRYPTION_KEY: NEW.toString('base64'), DECRYPTION_KEYS: env['ENCRYPTION_KEY'] };
  const both = await startReplica(loadConfig({ ...env, ...keys }), {});
  t.teardown(both.stop);
  await publish(created(tenant));
  const [sent] = await until('a later one is delivered', () => {
    const found = sink.requests('/encrypted');
    return found.length > 0 && found;
  });
  t.truthy(sent && verifyWebhook(sent, secret));
});
