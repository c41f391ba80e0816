import { cents, type Txid } from '@gx/core';
import test from 'ava';
import { bankReaders } from './bank-readers.ts';
import type { ProviderCharge } from './provider.ts';

const { readCob } = bankReaders();
const TXID = '7978c0c97ea847e78e8849634473c1f1' as Txid;
const cob = {
  calendario: { criacao: '2026-11-21T10:00:00.358Z', expiracao: 3600 },
  txid: TXID,
  revisao: 0,
  location: 'pix.example.com/qr/1',
  status: 'ATIVA',
  valor: { original: '37.00' },
  chave: 'k',
  pixCopiaECola: '000201',
};

const shows = test.macro({
  exec(t, change: object, kind: 'done' | 'pending', expected: Partial<ProviderCharge>) {
    const outcome = readCob({ ...cob, ...change }, TXID);
    t.is(outcome.kind, kind);
    if (outcome.kind === 'done' || outcome.kind === 'pending') t.like(outcome.value, expected);
  },
  title: (rule) => `a cob: ${rule}`,
});
const leavesOpen = test.macro({
  exec(t, change: object, detail: RegExp) {
    const outcome = readCob({ ...cob, ...change }, TXID);
    t.is(outcome.kind, 'unknown');
    if (outcome.kind === 'unknown') t.regex(outcome.cause.detail, detail);
  },
  title: (rule) => `no answer: ${rule}`,
});

test('expiry is the bank’s creation plus its lifetime', shows, {}, 'done', {
  status: 'active',
  amount: cents(3700),
  createdAt: new Date('2026-11-21T10:00:00.358Z'),
  expiresAt: new Date('2026-11-21T11:00:00.358Z'),
  brCode: '000201',
  location: 'pix.example.com/qr/1',
  payments: [],
});
test('fields that nobody knows are no matter', shows, { novidade: { x: 1 }, chave: undefined }, 'done', {
  status: 'active',
});
test(
  'an offset of Brasília is the same instant',
  shows,
  { calendario: { criacao: '2026-11-21T07:00:00.358-03:00', expiracao: 60 } },
  'done',
  {
    createdAt: new Date('2026-11-21T10:00:00.358Z'),
    expiresAt: new Date('2026-11-21T10:01:00.358Z'),
  },
);
test(
  'a lifetime as text counts, none is a day',
  shows,
  { calendario: { criacao: '2026-11-21T10:00:00Z', expiracao: '60' } },
  'done',
  {
    expiresAt: new Date('2026-11-21T10:01:00Z'),
  },
);
test('no lifetime is a day', shows, { calendario: { criacao: '2026-11-21T10:00:00Z' } }, 'done', {
  expiresAt: new Date('2026-11-22T10:00:00Z'),
});
test('without a BR Code the location is there to build one', shows, { pixCopiaECola: undefined }, 'done', {
  brCode: null,
  location: 'pix.example.com/qr/1',
});
test(
  'the location may hide in loc, and wear a scheme',
  shows,
  { location: undefined, loc: { location: 'https://pix.example.com/qr/2' } },
  'done',
  {
    location: 'pix.example.com/qr/2',
  },
);
test('neither of them', shows, { location: undefined, pixCopiaECola: '' }, 'done', { brCode: null, location: null });
test('an unknown status is not final', shows, { status: 'SUSPENSA' }, 'pending', { status: 'unrecognised' });
test('removed in the spelling of the enumeration', shows, { status: 'REMOVIDA_PELO_PSP' }, 'done', {
  status: 'removed_by_bank',
});
test('removed in the spelling of the prose', shows, { status: 'REMOVIDO_PELO_USUARIO_RECEBEDOR' }, 'done', {
  status: 'removed_by_receiver',
});

test('another txid', leavesOpen, { txid: 'x'.repeat(32) }, /another txid/);
test('an amount that is none', leavesOpen, { valor: { original: '37.000' } }, /valor\.original: not an amount/);
test(
  'a creation without an offset, which nobody may guess',
  leavesOpen,
  { calendario: { criacao: '2026-11-21T10:00:00' } },
  /criacao: not an instant/,
);
test('no status', leavesOpen, { status: undefined }, /status/);
test('an amount as some banks write it', shows, { valor: { original: '37,0' } }, 'done', { amount: cents(3700) });
test('an amount as a number', shows, { valor: { original: 37.5 } }, 'done', { amount: cents(3750) });
test(
  'a lifetime of null is none',
  shows,
  { calendario: { criacao: '2026-11-21T10:00:00Z', expiracao: null } },
  'done',
  {
    expiresAt: new Date('2026-11-22T10:00:00Z'),
  },
);
for (const name of ['brcode', 'textoImagemQRcode'])
  test(`the code under the name ${name}`, shows, { pixCopiaECola: undefined, [name]: '000201x' }, 'done', {
    brCode: '000201x',
  });
test('the standard’s code is the one beside another', shows, { brcode: 'x' }, 'done', { brCode: '000201' });
test(
  'the txid in other letters is another: its callbacks would find no charge',
  leavesOpen,
  { txid: TXID.toUpperCase() },
  /another txid/,
);
test('a Pix under another txid stays another’s, and one without is nobody’s', (t) => {
  const pix = { endToEndId: 'E1234567820200909122120200808008', valor: 37, horario: '2026-11-21T10:15:00Z' };
  const outcome = readCob({ ...cob, pix: [TXID, 'B', '', null].map((txid) => ({ ...pix, txid })) }, TXID);
  t.is(outcome.kind, 'done');
  if (outcome.kind !== 'done') return;
  const txids = outcome.value.payments.map((one) => (one.kind === 'payment' ? one.payment.txid : one.kind));
  t.deepEqual(txids as unknown, [TXID, 'B', null, null]);
});
test('what is wrong is named without the values', (t) => {
  const outcome = readCob({ ...cob, valor: { original: '52998224725' } }, TXID);
  t.false(JSON.stringify(outcome).includes('52998224725'));
});
