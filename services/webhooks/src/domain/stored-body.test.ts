import test from 'ava';
import { partsOfStored, storedBody } from './stored-body.ts';

const body = JSON.stringify({ text: 'two\nlines', id: 'evt_1' });

test('a body without personal values is stored as it is, and one with them comes apart as it was put together', (t) => {
  t.is(storedBody({ body }), body);
  t.deepEqual(partsOfStored(body), { body });
  const hidden = { keyId: 'key', ciphertext: 'YWJj' };
  t.deepEqual(partsOfStored(storedBody({ body, hidden })), { body, hidden });
});

test('of what is hidden its key and its ciphertext are stored, and nothing else', (t) => {
  const hidden = { keyId: 'key', ciphertext: 'YWJj', fields: ['customer.name'] };
  t.is(storedBody({ body, hidden }), `${body}\n{"keyId":"key","ciphertext":"YWJj"}`);
});

test('what hides something under no key is a fault', (t) => {
  t.throws(() => partsOfStored(`${body}\n{"keyId":"key"}`), { message: /not under a key/ });
});
