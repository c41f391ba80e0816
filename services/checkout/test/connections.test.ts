import { holdConnections, until } from '@gx/testkit';
import test from 'ava';
import { startRig } from './rig.ts';

test('one address holds all connections that it may: one more is 429, and served once one is closed', async (t) => {
  const rig = await startRig({ CONNECTIONS_PER_ADDRESS: '3' });
  t.teardown(rig.stop);
  const page = `${rig.url}/${rig.charge.add({})}`;
  const held = await holdConnections(page, 4);
  t.teardown(held.close);
  t.deepEqual(held.statuses, [200, 200, 200, 429]);
  await held.closeOne();
  await until('another has its place', async () => {
    const next = await holdConnections(page, 1);
    next.close();
    return next.statuses[0] === 200;
  });
});
