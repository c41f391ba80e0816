import test from 'ava';
import { answerChecker } from './answer-checker.ts';

const thing = {
  type: 'object',
  required: ['id', 'more'],
  properties: { id: { type: 'string' }, more: { type: 'object' } },
};
const refusal = { type: 'object', required: ['code'], properties: { code: { enum: ['not_found'] } } };
const json = (schema: object) => ({ 'application/json': { schema } });
const CONTRACT = JSON.stringify({
  openapi: '3.1.0',
  paths: {
    '/v1/things/{id}': {
      get: {
        operationId: 'getThing',
        responses: {
          200: { content: json({ $ref: '#/components/schemas/Thing' }) },
          404: { $ref: '#/components/responses/not_found' },
        },
      },
      delete: { operationId: 'deleteThing', responses: { 204: {} } },
    },
  },
  components: { schemas: { Thing: thing }, responses: { not_found: { content: json(refusal) } } },
});

const judged = test.macro({
  exec(
    t,
    answer: { method?: string; path?: string; status?: number; json?: unknown; type?: string },
    problem?: RegExp,
  ) {
    const problems = answerChecker(CONTRACT)({
      method: answer.method ?? 'GET',
      path: answer.path ?? '/v1/things/1',
      status: answer.status ?? 200,
      contentType: answer.type ?? 'application/json; charset=utf-8',
      text: answer.json === undefined ? '' : JSON.stringify(answer.json),
    });
    if (problem === undefined) t.deepEqual(problems, []);
    else t.regex(problems.join('\n'), problem);
  },
  title: (what) => `an answer is held to its contract: ${what}`,
});

const fine = { id: 'a', more: { whatever: 1 } };
test('one that fits passes, free objects included', judged, { json: fine });
test('a field too many', judged, { json: { ...fine, secret: 1 } }, /additional properties.*secret/);
test('a field that is missing', judged, { json: { id: 'a' } }, /required property 'more'/);
test('a field of another type', judged, { json: { ...fine, id: 1 } }, /\/id must be string/);
test('a status that is not described', judged, { status: 409, json: {} }, /a status that is not described/);
test('a content type that is not described', judged, { type: 'text/html', json: fine }, /text\/html is not described/);
test('an error that is described', judged, { status: 404, json: { code: 'not_found' } });
test(
  'an error that this route does not name',
  judged,
  { status: 404, json: { code: 'other' } },
  /\/code must be equal/,
);
test('a body where there is none', judged, { method: 'DELETE', status: 204, json: {} }, /a body where none/);
test('no route, and yet an answer', judged, { path: '/v1/others', json: fine }, /is no route/);
test('no route, and 404 in the envelope', judged, { path: '/v1/others', status: 404, json: { code: 'not_found' } });
test(
  'no route, and 404 outside the envelope',
  judged,
  { path: '/v1/others', status: 404, json: {} },
  /no route 404: .*'code'/,
);
test(
  'no route, and 404 as another type',
  judged,
  { path: '/v1/others', status: 404, type: 'text/html', json: {} },
  /text\/html/,
);
test('no route, and 404 to HEAD', judged, { method: 'HEAD', path: '/v1/others', status: 404 });
test('HEAD, which has no body', judged, { method: 'HEAD' });
