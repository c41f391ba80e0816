import test from 'ava';
import { partsOfStored, storedBody } from './stored-body.ts';

const body = JSON.stringify({ text: 'two\nlines', id: 'evt_1' });

test('a body without personal values is stored as it is, and one with them comes apart as it was put together', (t) => {
  t.is(storedBody({ body }), body);
  t.deepEqual(partsOfStored(body), { body });
  for (const heldBy of ['charge', 'payout'] as const) {
    const hidden = { heldBy, keyId: 'key', ciphertext: 'YWJj' };
    t.deepEqual(partsOfStored(storedBody({ body, hidden })), { body, hidden });
  }
});

test('of what is hidden its key, who has it if not charge, and its ciphertext are stored, and nothing else', (t) => {
  const hidden = { heldBy: 'charge', keyId: 'key', ciphertext: 'YWJj', fields: ['customer.name'] } as const;
  t.is(storedBody({ body, hidden }), `${body}\n{"keyId":"key","ciphertext":"YWJj"}`);
  t.is(
    storedBody({ body, hidden: { ...hidden, heldBy: 'payout' } }),
    `${body}\n{"keyId":"key","ciphertext":"YWJj","heldBy":"payout"}`,
  );
});

test('what hides something under no key is a fault', (t) => {
  t.throws(() => partsOfStored(`${body}\n{"keyId":"key"}`), { message: /not under a key/ });
});
