import test from 'ava';
import { classify, isUnauthorised, retryAfterOf } from './classify.ts';
import { DIALECTS } from './dialects.ts';
import type { ErrorRule } from './error-meaning.ts';
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
    means: 'refused',
    status: 400,
    message: 'Cobrança inválida. (cob.devedor.cpf)',
  });
});

test('a refusal in Efí’s form keeps its name alone: the sentence may quote the request', (t) => {
  const refused = answer(400, { nome: 'chave_invalida', mensagem: 'A chave maria@example.com não é sua' });
  t.deepEqual(classify(refused, NOW), {
    kind: 'declined',
    code: 'chave_invalida',
    means: 'refused',
    status: 400,
    message: 'chave_invalida',
  });
});

const NAMED = { nome: 'cobranca_nao_encontrada', mensagem: 'x' };
const NOTHING_FOUND = { erros: [{ codigo: '4769515', versao: '1', mensagem: 'x', ocorrencia: 'y' }] };
const FAULT = (errorcode: string) => ({ fault: { faultstring: 'x', detail: { errorcode } } });
const LISTED = { mensagens: [{ mensagem: 'x', codigo: '7' }] };
for (const [rule, status, body, errors, expected] of [
  ['an absence by name where the dialect names it', 400, NAMED, DIALECTS.efi.errors, 'absent'],
  ['the same name where no dialect names it', 400, NAMED, undefined, 'refused'],
  ['the same name of another status', 403, NAMED, DIALECTS.efi.errors, 'refused'],
  ['an id that is taken, by its status alone', 409, PROBLEM, undefined, 'taken'],
  ['an id that is taken', 409, { nome: 'txid_duplicado', mensagem: 'x' }, DIALECTS.efi.errors, 'taken'],
  ['nothing found, by code', 400, NOTHING_FOUND, DIALECTS.bb.errors, 'empty'],
  ['nothing found, by code and status', 404, NOTHING_FOUND, DIALECTS.bb.errors, 'empty'],
  ['the same code without the dialect', 404, NOTHING_FOUND, undefined, 'absent'],
  ['the same code of a failing bank', 500, NOTHING_FOUND, DIALECTS.bb.errors, 'server_error'],
  ['a list of sentences with codes', 422, LISTED, undefined, 'refused'],
  ['an empty list of errors', 404, { erros: [] }, undefined, 'unexpected_answer'],
  ['a code with its fields', 404, { codigo: '404', mensagem: 'x', campos: [] }, undefined, 'absent'],
  ['a problem inside an error', 404, { error: { title: 'x', detail: 'y', violacoes: [] } }, undefined, 'absent'],
  ['a status as text', 404, { title: 'x', status: '404' }, undefined, 'absent'],
  ['a gateway that knows no such path', 404, FAULT('messaging.adaptors.http.flow'), undefined, 'unexpected_answer'],
  ['a gateway with a token that ended', 400, FAULT('oauth.v2.InvalidAccessToken'), undefined, 'unauthorized'],
  ['a gateway that is busy', 403, FAULT('policies.ratelimit.QuotaViolation'), undefined, 'rate_limited'],
  ['a gateway’s own 404', 404, { statusCode: 404, error: 'Not Found', message: 'x' }, undefined, 'unexpected_answer'],
  ['a gateway’s 401 under another status', 403, { statusCode: 401, error: 'x' }, undefined, 'unauthorized'],
  ['codes in English', 404, { errors: [{ code: '1', message: 'x' }] }, undefined, 'unexpected_answer'],
  ['no body', 404, '', undefined, 'unexpected_answer'],
  ['SOAP', 404, '<soap:Envelope/>', undefined, 'unreadable_answer'],
  ['a problem that came too slowly', 408, PROBLEM, undefined, 'unexpected_answer'],
  ['a list instead of an object', 404, [PROBLEM], undefined, 'unexpected_answer'],
] as const)
  test(`${rule}, ${status}: ${expected}`, (t) => {
    const outcome = classify(answer(status, body), NOW, errors);
    t.not(outcome.kind, 'done');
    if (outcome.kind !== 'done') t.is(outcome.kind === 'declined' ? outcome.means : outcome.cause.reason, expected);
    t.is(isUnauthorised(answer(status, body), errors), expected === 'unauthorized');
  });

test('a rule of a status alone holds for what the bank words, and for nothing in front of it', (t) => {
  const rules: readonly ErrorRule[] = [{ means: 'unknown', status: 403, names: [] }];
  t.is(classify(answer(403, PROBLEM), NOW, rules).kind, 'unknown');
  const absences: readonly ErrorRule[] = [{ means: 'absent', status: 403, names: [] }];
  t.is(classify(answer(403, '<html>'), NOW, absences).kind, 'unknown');
  t.is(classify(answer(403, FAULT('x')), NOW, absences).kind, 'unknown');
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
