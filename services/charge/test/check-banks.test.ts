import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { until } from '@gx/testkit';
import test from 'ava';
import { PATIENT, startRig } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '7000' });
test.after.always('everything stops', rig.stop);

/** A server that takes connections and says nothing. */
async function startMuteServer() {
  const sockets = new Set<{ destroy: () => void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
const registrations = (): number => rig.toBank.traffic.filter(({ operation }) => operation === 'getWebhook').length;

test('a bank hangs that is queried first: another one is queried where its callbacks go all the same', async (t) => {
  const mute = await startMuteServer();
  const profiles = rig.database.connection.collection('bank_profiles');
  const profile = await profiles.findOne({ _id: rig.profile.id as never });
  const first = { _id: 'mute' as never, baseUrl: mute.url, activatedAt: new Date(), callbackUrl: null };
  await profiles.insertOne({ ...profile, ...first });
  const before = registrations();
  const { stop } = await rig.replica();
  t.teardown(async () => {
    mute.stop();
    await stop();
  });
  await until('both are queried', () => mute.connections() > 0 && registrations() > before, PATIENT);
  t.false(
    rig.lines().some((line) => line.includes('"bank_profile":"mute"')),
    'it hangs still',
  );
});
