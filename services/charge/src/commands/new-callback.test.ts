import test from 'ava';
import { newCallback } from './new-callback.ts';

const origin = {
  bank: { id: 'one', livemode: false },
  cipher: { encrypt: (ciphertext: string) => ({ keyId: 'k', ciphertext }) },
  receivedAt: new Date(0),
  traceparent: null,
} as unknown as Parameters<typeof newCallback>[0];

test('what could not be read is kept whole, and of what was read no more than any bank writes', (t) => {
  const raw = { pad: 'x'.repeat(100_000) };
  const length = (element: object) =>
    newCallback(origin, { key: 'k', raw, ...element } as never).encrypted?.ciphertext.length;
  t.is(length({ kind: 'unreadable', problems: ['x'] }), JSON.stringify(raw).length);
  t.is(length({ kind: 'infraction', infractionId: 'i' }), 16_384);
  t.is(newCallback(origin, { key: 'k', raw: 'text', kind: 'unreadable', problems: [] }).encrypted?.ciphertext, 'text');
});
