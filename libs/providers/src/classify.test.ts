import test from 'ava';
import { classify, retryAfterOf } from './classify.ts';
import type { Exchange } from './http-exchange.ts';
import type { Failure } from './outcome.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const PROBLEM = {
  type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
  title: 'Cobrança inválida.',
  status: 400,
};
const answer = (status: number, body: unknown = '', retryAfter?: string): Exchange => ({
  kind: 'answer',
  status,
  retryAfter,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const proves = test.macro({
  exec(t, exchange: Exchange, kind: Failure['kind'] | 'done', what?: string) {
    const outcome = classify(exchange, NOW);
    t.is(outcome.kind, kind);
    if (outcome.kind !== 'done') t.is(outcome.kind === 'declined' ? outcome.code : outcome.cause.reason, what ?? '');
  },
  title: (rule, _exchange, kind, what = '') => `${rule} -> ${kind} ${what}`.trim(),
});
const failed = (sent: boolean): Exchange => ({ kind: 'failed', sent, fault: { reason: 'deadline', detail: '' } });

test('201 with JSON', proves, answer(201, { a: 1 }), 'done');
test('a byte order mark before JSON, then it is read as without', (t) => {
  t.deepEqual(classify(answer(200, '\ufeff{"a":1}'), NOW), { kind: 'done', json: { a: 1 } });
  t.deepEqual(classify(answer(200, '\ufeff'), NOW), { kind: 'done', json: undefined });
});
test(
  '400 with a problem behind a byte order mark',
  proves,
  answer(400, `\ufeff${JSON.stringify(PROBLEM)}`),
  'declined',
  'CobOperacaoInvalida',
);
test('200 with nothing, as a webhook is registered', proves, answer(200), 'done');
test('200 with a page of HTML', proves, answer(200, '<html>'), 'unknown', 'unreadable_answer');
test('failed before a byte was sent', proves, failed(false), 'not_sent', 'deadline');
test('failed after the request was sent', proves, failed(true), 'unknown', 'deadline');
test('400 with a problem', proves, answer(400, PROBLEM), 'declined', 'CobOperacaoInvalida');
test(
  '403 with a problem',
  proves,
  answer(403, { ...PROBLEM, type: 'https://x/error/AcessoNegado' }),
  'declined',
  'AcessoNegado',
);
test(
  '404 with a problem',
  proves,
  answer(404, { ...PROBLEM, type: 'https://x/error/NaoEncontrado' }),
  'declined',
  'NaoEncontrado',
);
test(
  '422 of a bank that words its own type',
  proves,
  answer(422, { type: 'about:blank', title: 'x' }),
  'declined',
  'HTTP_422',
);
test(
  '409 in Efí’s own form',
  proves,
  answer(409, { nome: 'id_envio_duplicado', mensagem: 'O id 123 já foi utilizado' }),
  'declined',
  'id_envio_duplicado',
);
test('400 that names something and says nothing', proves, answer(400, { nome: 'x' }), 'unknown', 'unexpected_answer');
test('404 as HTML, of something in between', proves, answer(404, '<html>'), 'unknown', 'unreadable_answer');
test('404 as JSON that is no problem', proves, answer(404, { message: 'no route' }), 'unknown', 'unexpected_answer');
test('302', proves, answer(302), 'unknown', 'unexpected_answer');
test('500 with a problem', proves, answer(500, PROBLEM), 'unknown', 'server_error');
test('503', proves, answer(503, PROBLEM), 'unknown', 'server_error');
test('504', proves, answer(504, PROBLEM), 'unknown', 'server_error');
test('429', proves, answer(429, '', '7'), 'not_sent', 'rate_limited');
test('401 that even a new token did not cure', proves, answer(401), 'not_sent', 'unauthorized');

test('a refusal names the properties and quotes nothing of the request', (t) => {
  const outcome = classify(
    answer(400, {
      ...PROBLEM,
      detail: 'CPF 52998224725',
      violacoes: [{ razao: 'CPF 52998224725', propriedade: 'cob.devedor.cpf', valor: '52998224725' }],
    }),
    NOW,
  );
  t.deepEqual(outcome, {
    kind: 'declined',
    code: 'CobOperacaoInvalida',
    status: 400,
    message: 'Cobrança inválida. (cob.devedor.cpf)',
  });
});

test('a refusal in Efí’s form keeps its name alone: the sentence may quote the request', (t) => {
  const refused = answer(400, { nome: 'chave_invalida', mensagem: 'A chave maria@example.com não é sua' });
  t.deepEqual(classify(refused, NOW), {
    kind: 'declined',
    code: 'chave_invalida',
    status: 400,
    message: 'chave_invalida',
  });
});

for (const [header, seconds] of [
  ['7', 7],
  ['0', 1],
  ['999999', 3600],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 1],
  ['soon', 1],
  [undefined, 1],
] as const) {
  test(`Retry-After ${header} is ${seconds} s`, (t) => t.is(retryAfterOf(header, NOW), seconds));
}
