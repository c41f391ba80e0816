import { cents } from '@gx/core';
import test from 'ava';
import { bankReaders } from './bank-readers.ts';

const { readInfraction } = bankReaders();
const REPORT = {
  idInfracao: 'b1f6',
  endToEndId: 'E00000000202611211015abcdefghijk',
  valor: '37.00',
  status: 'ABERTA',
  razao: 'FRAUDE',
  dadosAnalise: { prazoFinalizacao: '2026-11-28T10:15:00.000Z' },
  atualizadoEm: '2026-11-21T10:15:00.000Z',
};

test('a report is read with its deadline, and whatever else the bank adds', (t) => {
  t.deepEqual(readInfraction({ ...REPORT, origem: { documento: '52998224725' } }), {
    kind: 'infraction',
    infraction: {
      id: 'b1f6',
      endToEndId: REPORT.endToEndId as never,
      amount: cents(3_700),
      status: 'open',
      reason: 'fraud',
      evidenceDueBy: new Date('2026-11-28T10:15:00.000Z'),
      updatedAt: new Date('2026-11-21T10:15:00.000Z'),
    },
  });
});

const read = test.macro({
  exec: (t, change: object, expected: object) =>
    t.like(readInfraction({ ...REPORT, ...change }), { infraction: expected }),
  title: (what) => `${what} is read`,
});
test('an amount that is a number of reais', read, { valor: 37.1 }, { amount: cents(3_710) });
test(
  'a deadline that cannot be read, as none',
  read,
  { dadosAnalise: { prazoFinalizacao: 'soon' } },
  { evidenceDueBy: null },
);
test(
  'a report without an analysis',
  read,
  { dadosAnalise: undefined, atualizadoEm: undefined },
  { evidenceDueBy: null, updatedAt: null },
);
test('a status that nobody knows, as no end', read, { status: 'NOVO' }, { status: 'unrecognised' });
for (const [word, status] of [
  ['EM_DEFESA', 'under_review'],
  ['ACEITA', 'accepted'],
  ['REJEITADA', 'rejected'],
  ['CANCELADA_EFI', 'cancelled'],
  ['CANCELADA', 'cancelled'],
])
  test(`the status ${word}`, read, { status: word }, { status });
for (const [word, reason] of [
  ['OPERATIONAL_FLAW', 'operational'],
  ['FALHA_OPERACIONAL', 'operational'],
  ['SCAM', 'fraud'],
  ['ACCOUNT_TAKEOVER', 'fraud'],
  ['OTHER', 'other'],
  [null, 'other'],
])
  test(`the reason ${word}`, read, { razao: word }, { reason });

const unreadable = test.macro({
  exec: (t, change: object) => t.is(readInfraction({ ...REPORT, ...change }).kind, 'unreadable'),
  title: (what) => `a report with ${what} is unreadable, and no case is made of it`,
});
test('no amount', unreadable, { valor: undefined });
test('a fraction of a centavo', unreadable, { valor: 37.001 });
test('no Pix', unreadable, { endToEndId: 'x' });
test('no id', unreadable, { idInfracao: '' });
