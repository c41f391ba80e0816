import { cents, type EndToEndId } from '@gx/core';
import test from 'ava';
import { bankReaders } from './bank-readers.ts';
import { hasUnrecognisedReturn, pixOutAnswered } from './read-pix-out.ts';

const { parseCallback } = bankReaders();
// The examples of Efí's developer pages, end-to-end ids of 26 characters included.
const E2E = 'E090893562021030PIf25a7868' as EndToEndId;
const taken = {
  idEnvio: 're1',
  e2eId: E2E,
  valor: '12.31',
  horario: { solicitacao: '2021-11-25T12:26:42.905Z' },
  status: 'EM_PROCESSAMENTO',
};
const callback = {
  endToEndId: E2E,
  chave: '2c3c7441-b91e-4982-3c25-6105581e18ae',
  tipo: 'SOLICITACAO',
  status: 'REALIZADO',
  valor: '0.01',
  horario: '2021-03-04T20:39:47.000Z',
  gnExtras: { idEnvio: '123ABC' },
};

const means = test.macro({
  exec(t, raw: object, kind: 'done' | 'pending', expected: object) {
    const outcome = pixOutAnswered(raw, 're1');
    t.is(outcome.kind, kind);
    if (outcome.kind === kind) t.like(outcome.value, { id: 're1', amount: cents(1231), ...expected });
  },
  title: (rule) => `a sent Pix: ${rule}`,
});
test('taken is under way', means, taken, 'pending', { status: 'in_progress', endToEndId: E2E, reason: null });
test(
  'queried, it has the other name of its id',
  means,
  { ...taken, e2eId: undefined, endToEndId: E2E, status: 'REALIZADO' },
  'done',
  { status: 'sent', endToEndId: E2E },
);
test('failed without a word why', means, { ...taken, status: 'NAO_REALIZADO' }, 'done', {
  status: 'failed',
  reason: null,
});
test(
  'failed, by a bank that says why',
  means,
  { ...taken, status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: 'AC06' } } },
  'done',
  { reason: 'AC06' },
);
test('a word of tomorrow', means, { ...taken, status: 'AGENDADO' }, 'pending', { status: 'unrecognised' });
test('an id on the rail that cannot be one', means, { ...taken, e2eId: '?' }, 'pending', { endToEndId: null });

for (const [rule, raw] of [
  ['another id', { ...taken, idEnvio: 're2' }],
  ['no amount', { ...taken, valor: '12.311' }],
  ['nothing', undefined],
] as const) {
  test(`no answer about a sent Pix: ${rule}`, (t) => t.is(pixOutAnswered(raw, 're1').kind, 'unknown'));
}

const back = (over: object = {}): object => ({
  id: 'r1',
  rtrId: 'D12345678202009091000abcde123456',
  valor: '2.31',
  horario: { solicitacao: '2026-11-26T12:00:00.000Z' },
  status: 'DEVOLVIDO',
  ...over,
});
const done = { ...taken, status: 'REALIZADO' };
const comesBack = test.macro({
  exec(t, devolucoes: unknown, returns: readonly object[]) {
    const outcome = pixOutAnswered({ ...done, devolucoes }, 're1');
    t.is(outcome.kind, 'done');
    if (outcome.kind === 'done') t.deepEqual(outcome.value.returns as unknown, returns);
    const [element] = parseCallback(JSON.stringify({ pix: [{ ...callback, devolucoes }] }));
    t.deepEqual(element?.kind === 'pix_out' ? (element.pixOut.returns as unknown) : undefined, returns);
  },
  title: (rule) => `returns of a sent Pix: ${rule}`,
});
test('none', comesBack, undefined, []);
test('an empty list', comesBack, [], []);
test('null', comesBack, null, []);
test('one, by the id of the bank', comesBack, [back()], [{ id: 'r1', amount: 231 }]);
test('an object instead of the list', comesBack, back(), [{ id: 'r1', amount: 231 }]);
test(
  'without an id by that of the rail',
  comesBack,
  [back({ id: '' })],
  [{ id: 'D12345678202009091000abcde123456', amount: 231 }],
);
test(
  'several',
  comesBack,
  [back(), back({ id: 'r2', valor: '10.00' })],
  [
    { id: 'r1', amount: 231 },
    { id: 'r2', amount: 1000 },
  ],
);
test(
  'one on its way, or not made, is none',
  comesBack,
  [back({ status: 'EM_PROCESSAMENTO', valor: undefined }), back({ status: 'NAO_REALIZADO' })],
  [],
);
test('one in an unknown state is none yet', comesBack, [back({ status: 'LIQUIDANDO' })], []);

for (const [rule, one] of [
  ['without an amount', back({ valor: undefined })],
  ['with an amount that cannot be read', back({ valor: '2.311' })],
  ['without any id', back({ id: undefined, rtrId: null })],
  ['without a state', back({ status: undefined })],
  ['that is no object', 'D1'],
] as const) {
  test(`a return ${rule} leaves the whole answer unknown, and the callback unreadable`, (t) => {
    t.is(pixOutAnswered({ ...done, devolucoes: [back(), one] }, 're1').kind, 'unknown');
    const [element] = parseCallback(JSON.stringify({ pix: [{ ...callback, devolucoes: [one] }] }));
    t.is(element?.kind, 'unreadable');
  });
}

test('a return in a state that this version does not know is noticed', (t) => {
  t.true(hasUnrecognisedReturn({ devolucoes: [back({ status: 'LIQUIDANDO' })] }));
  for (const devolucoes of [undefined, [], [back()], [back({ status: 'EM_PROCESSAMENTO' })]])
    t.false(hasUnrecognisedReturn({ devolucoes }));
  t.false(hasUnrecognisedReturn(undefined));
});

const reports = test.macro({
  exec(t, raw: object, expected: object) {
    const [element] = parseCallback(JSON.stringify({ pix: [raw] }));
    t.is(element?.kind, 'pix_out');
    if (element?.kind === 'pix_out') t.like(element.pixOut, expected);
  },
  title: (rule) => `a callback: ${rule}`,
});
test('sent', reports, callback, { id: '123ABC', endToEndId: E2E, amount: cents(1), status: 'sent', reason: null });
test(
  'rejected, without a time, with a code and a sentence',
  reports,
  {
    ...callback,
    status: 'NAO_REALIZADO',
    horario: null,
    gnExtras: { idEnvio: '123ABC', erro: { codigo: 'AC03', origem: 'PSP', motivo: 'inexistente' } },
  },
  { status: 'failed', reason: 'AC03' },
);
test(
  'rejected, with a sentence alone',
  reports,
  { ...callback, status: 'NAO_REALIZADO', gnExtras: { idEnvio: '1', erro: { motivo: 'm' } } },
  { reason: 'm' },
);
test('known by our id alone', reports, { ...callback, tipo: undefined }, { id: '123ABC' });
test('an amount that is none is kept open', reports, { ...callback, valor: 'x' }, { amount: null, status: 'sent' });

test('a callback about a sent Pix that does not say which is kept as it is', (t) => {
  const [element] = parseCallback(JSON.stringify({ pix: [{ ...callback, gnExtras: {} }] }));
  t.is(element?.kind, 'unreadable');
  t.deepEqual(element?.raw, { ...callback, gnExtras: {} });
});

test('extras of a Pix that arrived do not make it one that was sent', (t) => {
  const arrived = {
    endToEndId: E2E,
    txid: 'x'.repeat(32),
    valor: '1.00',
    horario: callback.horario,
    gnExtras: { tarifa: '0.01' },
  };
  t.is(parseCallback(JSON.stringify({ pix: [arrived] }))[0]?.kind, 'payment');
});
