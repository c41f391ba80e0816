import { type EndToEndId, parseTaxId, type TaxDocument, type Txid } from '@gx/core';
import test from 'ava';
import type { BankAsk } from './bank-caller.ts';
import { bankReaders } from './bank-readers.ts';
import { confirmPayer } from './confirm-payer.ts';

const E2E = 'E1234567820200909122120200808008' as EndToEndId;
const CPF = '52998224725';
const question = {
  txid: '7978c0c97ea847e78e8849634473c1f1' as Txid,
  endToEndId: E2E,
  taxId: parseTaxId(CPF) as TaxDocument,
  paidAt: new Date('2026-11-21T10:15:00Z'),
};
const PIX = { endToEndId: E2E, txid: question.txid, valor: '37.00', horario: '2026-11-21T10:15:00.358Z' };
const OTHER = { ...PIX, endToEndId: 'E1234567820200909122120200808009' };

type Page = { readonly pix: readonly unknown[]; readonly echo?: object; readonly number?: number };
/** What a list shows, page by page; the last look stands for all that follow. */
type Looks = readonly (readonly Page[])[];

/** A bank with one answer per look at each of its two lists, and the queries it was asked. */
function scriptedBank({ plain, filtered }: { readonly plain: Looks; readonly filtered: Looks }) {
  const queries: URLSearchParams[] = [];
  const looks = { plain: -1, filtered: -1 };
  const ask: BankAsk = async ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    queries.push(query);
    const which = query.has('cpf') ? 'filtered' : 'plain';
    const page = Number(query.get('paginacao.paginaAtual'));
    if (page === 0) looks[which] += 1;
    const script = which === 'plain' ? plain : filtered;
    const pages = script[Math.min(looks[which], script.length - 1)] ?? [];
    const { pix, echo, number = page } = pages[page] ?? { pix: [] };
    const paginacao = { paginaAtual: number, itensPorPagina: 1, quantidadeDePaginas: pages.length };
    const statedEcho = echo ?? (which === 'filtered' ? { cpf: CPF } : {});
    return { kind: 'done', json: { parametros: { ...statedEcho, paginacao }, pix } };
  };
  return { ask, queries };
}

const answers = test.macro({
  async exec(t, script: Parameters<typeof scriptedBank>[0], answer: string) {
    const { ask } = scriptedBank(script);
    // What cannot be told is looked for until the time is over; everything else ends by itself, however busy
    // the machine is.
    const deadlineMs = answer === 'unavailable' ? 300 : 30_000;
    const setting = {
      pageSize: 1,
      readers: bankReaders(),
      missAfterMs: 20,
      call: { deadlineMs },
      closing: new AbortController().signal,
    };
    t.is(await confirmPayer(ask, question, setting), answer as never);
  },
  title: (rule, _script, answer) => `${rule}: ${answer}`,
});

const there: Looks = [[{ pix: [PIX] }]];
const absent: Looks = [[{ pix: [] }]];

test('in both lists', answers, { plain: there, filtered: there }, 'match');
test('in the list, twice not behind the filter', answers, { plain: there, filtered: absent }, 'mismatch');
test('behind the filter at the second look', answers, { plain: there, filtered: [...absent, ...there] }, 'match');
test('never in the list', answers, { plain: absent, filtered: there }, 'unavailable');
test(
  'gone from the list before the second look',
  answers,
  { plain: [...there, ...absent], filtered: absent },
  'unavailable',
);
test(
  'on the second page',
  answers,
  { plain: [[{ pix: [OTHER] }, { pix: [PIX] }]], filtered: [[{ pix: [OTHER] }, { pix: [PIX] }]] },
  'match',
);
test('another Pix alone', answers, { plain: there, filtered: [[{ pix: [OTHER] }]] }, 'mismatch');
test('no echo of the filter', answers, { plain: there, filtered: [[{ pix: [PIX], echo: {} }]] }, 'unavailable');
test(
  'no echo of it on the second page',
  answers,
  { plain: there, filtered: [[{ pix: [PIX] }, { pix: [], echo: {} }]] },
  'unavailable',
);
test(
  'the echo of another document',
  answers,
  { plain: there, filtered: [[{ pix: [PIX], echo: { cpf: '39053344705' } }]] },
  'unavailable',
);
test(
  'the echo of it as the other kind',
  answers,
  { plain: there, filtered: [[{ pix: [PIX], echo: { cnpj: CPF } }]] },
  'unavailable',
);
test(
  'an empty echo of what was not requested',
  answers,
  { plain: [[{ pix: [PIX], echo: { cpf: '', cnpj: null } }]], filtered: there },
  'match',
);
test(
  'a filter over the list that had none',
  answers,
  { plain: [[{ pix: [PIX], echo: { cpf: CPF } }]], filtered: absent },
  'unavailable',
);
test(
  'another page than the one requested',
  answers,
  { plain: there, filtered: [[{ pix: [], number: 3 }]] },
  'unavailable',
);
test(
  'an element that cannot be read, where it might be',
  answers,
  { plain: there, filtered: [[{ pix: [{ valor: '37.00' }] }]] },
  'unavailable',
);
test(
  'named as somebody else’s in the filtered list',
  answers,
  { plain: there, filtered: [[{ pix: [{ ...PIX, pagador: { cpf: '39053344705' } }] }]] },
  'unavailable',
);
test(
  'named as this payer’s there',
  answers,
  { plain: there, filtered: [[{ pix: [{ ...PIX, pagador: { cpf: CPF } }] }]] },
  'match',
);

test('both lists are of this txid and an hour around the settlement, the second of this document', async (t) => {
  const { ask, queries } = scriptedBank({ plain: there, filtered: there });
  const closing = new AbortController().signal;
  const setting = { pageSize: 7, readers: bankReaders(), missAfterMs: 20, call: { deadlineMs: 300 }, closing };
  await confirmPayer(ask, question, setting);
  const wanted = {
    inicio: '2026-11-21T09:15:00.000Z',
    fim: '2026-11-21T11:15:00.000Z',
    txid: question.txid,
    'paginacao.paginaAtual': '0',
    'paginacao.itensPorPagina': '7',
  };
  t.deepEqual(
    queries.map((query) => Object.fromEntries(query)),
    [wanted, { ...wanted, cpf: CPF }] as never,
  );
});

test('a bank that may read our times by its own clock: the window begins earlier by what that clock is behind', async (t) => {
  const { ask, queries } = scriptedBank({ plain: there, filtered: there });
  for (const covers of ['all', 'unmarked'] as const) {
    const readers = bankReaders({ timeZone: 'America/Sao_Paulo', covers });
    const closing = new AbortController().signal;
    await confirmPayer(ask, question, { pageSize: 7, readers, missAfterMs: 20, call: { deadlineMs: 300 }, closing });
  }
  t.deepEqual(
    queries.map((query) => [query.get('inicio')?.slice(11, 16), query.get('fim')?.slice(11, 16)]),
    [
      ['06:15', '11:15'],
      ['06:15', '11:15'],
      ['09:15', '11:15'],
      ['09:15', '11:15'],
    ],
  );
});

test('a provider that closes waits for no second look', async (t) => {
  const { ask } = scriptedBank({ plain: there, filtered: absent });
  const closing = new AbortController();
  const setting = {
    pageSize: 1,
    readers: bankReaders(),
    missAfterMs: 60_000,
    call: { deadlineMs: 120_000 },
    closing: closing.signal,
  };
  const answer = confirmPayer(ask, question, setting);
  setImmediate(() => closing.abort());
  t.is(await answer, 'unavailable');
});
