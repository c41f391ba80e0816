import { cents } from '@gx/core';
import test from 'ava';
import { bankReaders } from './bank-readers.ts';
import { callbackToken, verifyCallback } from './callback.ts';
import { parseOrderCallback } from './order-callback.ts';

const { parseCallback } = bankReaders();
const pix = {
  endToEndId: 'E1234567820200909122120200808008',
  txid: 'a'.repeat(32),
  valor: '37.00',
  horario: '2026-11-21T10:15:00.358Z',
};
const callback = (...elements: unknown[]): string => JSON.stringify({ pix: elements });

test('a batch: the good elements are read, the malformed ones kept with what is wrong, in order', (t) => {
  const elements = parseCallback(
    callback(pix, { valor: '1.00' }, null, 7, { ...pix, valor: 'x' }, { ...pix, txid: undefined }),
  );
  t.deepEqual(
    elements.map(({ kind }) => kind),
    ['payment', 'unreadable', 'unreadable', 'unreadable', 'unreadable', 'payment'],
  );
  t.deepEqual(elements[1]?.raw, { valor: '1.00' });
  t.deepEqual(elements[4]?.kind === 'unreadable' && elements[4].problems, ['valor: not an amount']);
  t.is(elements[5]?.kind === 'payment' ? elements[5].payment.txid : '', null);
});

test('a bare list is read as one under its name, and an empty one is nothing', (t) => {
  const elements = parseCallback(JSON.stringify([pix, { valor: '1.00' }]));
  t.deepEqual(
    elements.map(({ kind }) => kind),
    ['payment', 'unreadable'],
  );
  t.is(elements[0]?.key, parseCallback(callback(pix))[0]?.key);
  t.deepEqual(parseCallback('[]'), []);
});

test('the same element has the same key wherever it stands, another one another', (t) => {
  const [alone] = parseCallback(callback(pix));
  const [other, again] = parseCallback(callback({ ...pix, valor: '38.00' }, pix));
  t.is(alone?.key, again?.key);
  t.not(alone?.key, other?.key);
});

test('what the examples of the central bank do is read: 34 characters, devolutions as an object', (t) => {
  const devolucoes = { id: '123ABC', valor: '10.00', horario: {}, status: 'EM_PROCESSAMENTO' };
  const [element] = parseCallback(callback({ ...pix, endToEndId: 'E12345678202009091221ghijk78901234', devolucoes }));
  t.is(element?.kind, 'payment');
  if (element?.kind !== 'payment') return;
  t.is(element.payment.endToEndId.length, 34);
  t.deepEqual(element.payment.devolutions, [
    { id: '123ABC', amount: cents(1000), status: 'in_progress', nature: null, reason: null },
  ]);
});

test('a devolution that cannot be read does not make the money unreadable', (t) => {
  const devolucoes = [
    7,
    { id: 'a', valor: 'x', status: 'NOVO' },
    { id: 'b', valor: '1.00', status: 'NAO_REALIZADO', motivo: 'm' },
  ];
  const [element] = parseCallback(callback({ ...pix, devolucoes }));
  t.deepEqual(element?.kind === 'payment' && element.payment.devolutions, [
    { id: null, amount: null, status: 'unrecognised', nature: null, reason: null },
    { id: 'a', amount: null, status: 'unrecognised', nature: null, reason: null },
    { id: 'b', amount: cents(100), status: 'failed', nature: null, reason: 'm' },
  ]);
});

for (const [rule, body] of [
  ['text', 'hello'],
  ['nothing', ''],
  ['an object without pix', '{"pux":[]}'],
  ['pix as a number', '{"pix":1}'],
  ['a body nested beyond reason', `{"pix":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`],
] as const) {
  test(`${rule} is one unreadable element, kept whole`, (t) => {
    const elements = parseCallback(body);
    t.is(elements.length, 1);
    t.is(elements[0]?.kind, 'unreadable');
    t.is(elements[0]?.raw, body);
  });
}

test('a callback behind a byte order mark, then it is read as without', (t) => {
  t.deepEqual(parseCallback(`\ufeff${callback(pix)}`), parseCallback(callback(pix)));
  t.deepEqual(
    parseOrderCallback('\ufeff{"orders":[{"reference":"a"}]}'),
    parseOrderCallback('{"orders":[{"reference":"a"}]}'),
  );
});

test('pix as one object is a batch of one, an empty batch is nothing', (t) => {
  t.is(parseCallback(JSON.stringify({ pix }))[0]?.kind, 'payment');
  t.deepEqual(parseCallback('{"pix":[]}'), []);
});

test('only the token of this profile is trusted', (t) => {
  const policy = {
    kind: 'token_in_path',
    token: callbackToken('secret', 'bank-a'),
    others: [callbackToken('next', 'bank-a')],
  } as const;
  t.is(verifyCallback(policy, callbackToken('secret', 'bank-a')), 'trusted');
  t.is(verifyCallback(policy, callbackToken('next', 'bank-a')), 'trusted');
  t.is(verifyCallback(policy, callbackToken('secret', 'bank-b')), 'untrusted');
  t.is(verifyCallback(policy, callbackToken('other', 'bank-a')), 'untrusted');
  t.is(verifyCallback(policy, ''), 'untrusted');
  t.is(verifyCallback(policy, undefined), 'untrusted');
});

test('a callback about infraction reports names each, again whenever its text is another', (t) => {
  const named = (...elements: unknown[]) => parseCallback(JSON.stringify({ infracoes: elements }));
  const [first, broken] = named({ idInfracao: 'a', status: 'ABERTA' }, { status: 'ABERTA' });
  t.like(first, { kind: 'infraction', infractionId: 'a' });
  t.is(broken?.kind, 'unreadable');
  t.is(named({ idInfracao: 'a', status: 'ABERTA' })[0]?.key, first?.key);
  t.not(named({ idInfracao: 'a', status: 'ACEITA' })[0]?.key, first?.key);
  t.is(named()[0], undefined);
  t.is(parseCallback('{"infracoes":7}')[0]?.kind, 'unreadable');
});
