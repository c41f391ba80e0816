import { cents } from '@gx/core';
import test from 'ava';
import { nextAttemptMs, strangers } from './callback.ts';
import { endToEndId } from './end-to-end-id.ts';
import { readValor, writeValor } from './money.ts';
import { pagination } from './page.ts';
import { PROBLEMS, Problem, problemBody } from './problem.ts';
import {
  ANY,
  appliesTo,
  type BankScenario,
  concerns,
  isScenarioKind,
  magicScenario,
  OPERATIONS,
  SCENARIOS,
  scriptedProblem,
  takesEffect,
} from './scenarios.ts';

test('amounts: two decimals always, ten digits at most', (t) => {
  for (const [text, amount] of [
    ['0.01', 1],
    ['37.00', 3700],
    ['9999999999.99', 999_999_999_999],
  ] as const) {
    t.is(readValor(text) as number, amount);
    t.is(writeValor(cents(amount)), text);
  }
  for (const bad of ['37', '37.0', '37,00', '12345678901.00', '-1.00', ' 1.00', '1.000', ''])
    t.is(readValor(bad), undefined);
});

test('an end-to-end id shows the reserved ISPB and the minute of settlement in UTC', (t) => {
  const id = endToEndId(new Date('2026-11-21T23:59:59-03:00'), new Uint8Array(11).fill(61));
  t.is(id as string, 'E00000000202611220259zzzzzzzzzzz');
  t.throws(() => endToEndId(new Date(0), new Uint8Array(10)));
});

test('callbacks are tried ten times, later each time, and then given up', (t) => {
  const waits = Array.from({ length: 10 }, (_, attempt) => nextAttemptMs(attempt + 1, 1));
  t.is(waits[9], undefined);
  t.true(waits.slice(0, 9).every((wait, i) => wait !== undefined && wait >= (waits[i - 1] ?? 0)));
  t.is(nextAttemptMs(1, 0.001), 2);
});

test('strangers are a Pix of nobody and something that is no Pix', (t) => {
  const [unknown, malformed] = strangers('x'.repeat(32), 'E'.repeat(32), '2026-11-21T00:00:00.000Z');
  t.like(unknown, { txid: 'x'.repeat(32), valor: '12.34' });
  t.like(malformed, { endToEndId: 42 });
});

test('an empty list has one page', (t) => {
  const page = { index: 0, size: 100 };
  t.is(pagination(page, 0)['quantidadeDePaginas'], 1);
  t.is(pagination(page, 101)['quantidadeDePaginas'], 2);
});

test('a problem has the form of RFC 7807 and the type of the standard', (t) => {
  const body = problemBody(new Problem('CobPayloadNaoEncontrado', [], 410), 'id');
  t.like(body, {
    type: 'https://pix.bcb.gov.br/api/v2/error/CobPayloadNaoEncontrado',
    status: 410,
    correlationId: 'id',
  });
  t.false('violacoes' in body);
  for (const { status, detail } of Object.values(PROBLEMS)) t.true(status >= 400 && detail.length > 10);
});

const scenario = (over: Partial<BankScenario> = {}): BankScenario => ({
  ...ANY,
  id: '1',
  operation: 'create',
  kind: '503',
  ...over,
});

test('every scenario says what it imitates and where that is written', (t) => {
  for (const [kind, spec] of Object.entries(SCENARIOS)) {
    t.true(isScenarioKind(kind));
    t.true(spec.imitates.length > 10 && spec.source.length > 3, kind);
  }
  t.false(isScenarioKind('toString'));
});

test('a scenario concerns its own client, txid and operation; all of them where it names none', (t) => {
  const occasion = { operation: 'create' as const, clientId: 'a', txid: 'x' };
  t.true(concerns(scenario(), occasion));
  t.true(concerns(scenario({ clientId: 'a', txid: 'x' }), occasion));
  t.false(concerns(scenario({ clientId: 'b' }), occasion));
  t.false(concerns(scenario({ txid: 'y' }), occasion));
  t.false(concerns(scenario({ operation: 'get' }), occasion));
  t.true(concerns(scenario({ operation: '*' }), occasion));
  t.false(concerns(scenario({ operation: '*' }), { operation: 'callback' }));
  t.false(concerns(scenario({ operation: '*' }), { operation: 'callback_devolution' }));
});

test('the wider word stands for the narrower, never the other way round', (t) => {
  for (const [wide, narrow] of [
    ['pix_list', 'pix_list_by_payer'],
    ['callback', 'callback_devolution'],
    ['callback', 'callback_pix_out'],
  ] as const) {
    t.true(concerns(scenario({ operation: wide, kind: 'delay' }), { operation: narrow }));
    t.false(concerns(scenario({ operation: narrow, kind: 'delay' }), { operation: wide }));
  }
});

test('how a request is answered and what becomes of its money are ordered apart', (t) => {
  const [answer, money] = [
    scenario({ operation: 'devolution_put' }),
    scenario({ operation: 'devolution_put', kind: 'slow' }),
  ];
  const occasion = { operation: 'devolution_put' } as const;
  t.deepEqual([concerns(answer, occasion), concerns(money, occasion)], [true, false]);
  t.deepEqual(
    [concerns(answer, { ...occasion, decides: 'money' }), concerns(money, { ...occasion, decides: 'money' })],
    [false, true],
  );
  t.false(concerns(money, { ...occasion, decides: 'repeat' }));
});

test('a kind is played only on an operation that can show it', (t) => {
  t.true(appliesTo('no_br_code', 'create'));
  t.false(appliesTo('no_br_code', 'get'));
  t.true(appliesTo('delay', 'callback'));
  t.false(appliesTo('never', 'create'));
  t.false(appliesTo('503', 'callback'));
  t.true(appliesTo('503', '*'));
});

test('whether it takes effect is the rule of the kind unless the scenario says otherwise', (t) => {
  t.false(takesEffect(scenario({ kind: '504' })));
  t.true(takesEffect(scenario({ kind: '504', accept: true })));
  t.true(takesEffect(scenario({ kind: 'reset_after_accept' })));
});

test('magic words: the kind, and for how many requests', (t) => {
  t.is(magicScenario('Pedido 7 #sim:503', 'x', 9)?.kind, '503');
  t.is(magicScenario('#sim:hang:2', 'x', 1)?.kind, 'hang');
  t.is(magicScenario('#sim:hang:2', 'x', 2), undefined);
  t.is(magicScenario('#sim:never', 'x', 0), undefined);
  t.is(magicScenario('#sim:constructor', 'x', 0), undefined);
  t.is(magicScenario('nothing', 'x', 0), undefined);
});

test('a scripted status has an error type for every operation', (t) => {
  const rows = Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation,
      [400, 401, 403, 404, 429, 500, 503, 504].map((status) => scriptedProblem(status, operation)).join(' '),
    ]),
  );
  t.snapshot(rows);
  t.deepEqual(
    [400, 403, 404, 429, 500, 503, 504].map((status) => PROBLEMS[scriptedProblem(status, 'get')].status),
    [400, 403, 404, 429, 500, 503, 504],
  );
});
