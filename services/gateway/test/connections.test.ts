import { holdConnections, until } from '@gx/testkit';
import test from 'ava';
import { startEdge } from './harness/gateway.ts';

const CONNECTIONS_PER_ADDRESS = '3';

test('one address holds all connections that it may at the listener for banks: one more is 429, and served once one is closed', async (t) => {
  const { bankUrl } = await startEdge(t, { CONNECTIONS_PER_ADDRESS });
  const held = await holdConnections(`${bankUrl}/bank/p1/guess`, 4);
  t.teardown(held.close);
  t.deepEqual(held.statuses, [404, 404, 404, 429]);
  await held.closeOne();
  await until('another has its place', async () => {
    const next = await holdConnections(`${bankUrl}/bank/p1/guess`, 1);
    next.close();
    return next.statuses[0] === 404;
  });
});

test('a guess at the address of a bank: its connection is kept for 10 s, as every stranger’s', async (t) => {
  const { bankUrl } = await startEdge(t);
  const { status, headers } = await fetch(`${bankUrl}/bank/p1/guess/pix`, { method: 'POST', body: '{}' });
  t.deepEqual([status, headers.get('keep-alive')], [404, 'timeout=10']);
});
