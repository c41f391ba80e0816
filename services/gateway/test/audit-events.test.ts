import { newId } from '@gx/core';
import test from 'ava';
import { ask, startEdge } from './harness/gateway.ts';

const BEARER = { authorization: 'Bearer header.claims.signature' };

test('an act on a user or on settings names no key: its user, and what is another now', async (t) => {
  const { url, keys } = await startEdge(t);
  const userId = newId('user');
  const event = { actorId: newId('user'), actorProgram: 'ops', keyId: '', fingerprint: '', atMs: 1 };
  keys.state.audit.push(
    {
      ...event,
      ...{ id: newId('audit'), livemode: true, action: 'user.disabled', userId },
      changes: [{ field: 'status', before: 'active', after: 'disabled' }],
    },
    {
      ...event,
      ...{ id: newId('audit'), livemode: false, action: 'account.settings_changed' },
      changes: [{ field: 'payout_fee', after: '5' }],
    },
  );
  const { body } = await ask(`${url}/v1/audit-events`, { headers: BEARER });
  const noKey = { keyId: null, apiKeyFingerprint: null, successor: null };
  t.like((body as { data: object[] }).data, {
    length: 2,
    0: { ...noKey, userId: `usr_${userId}`, changes: [{ field: 'status', before: 'active', after: 'disabled' }] },
    1: { ...noKey, userId: null, livemode: false, changes: [{ field: 'payout_fee', before: null, after: '5' }] },
  });
});
