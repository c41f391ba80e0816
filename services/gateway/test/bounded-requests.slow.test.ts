import { uniqueName } from '@gx/testkit';
import { z } from 'zod';
import { parsed } from '../src/input/issues.ts';
import { ROUTES } from '../src/routes/table.ts';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';

/**
 * Every list, record and text of a request has a bound, which is judged before anything in it is looked at.
 */
const test = testOnOneEdge();

const MANY = 32_000;

/** What lies below `optional`, `nullable`, a default and what is done to a value before and after. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return innermost(schema.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return innermost(schema.unwrap() as z.ZodType);
  return schema;
}

/** The fields that are no objects with fields of their own, by their path. */
function fieldsOf(schema: z.ZodType, path: string): [path: string, field: z.ZodType][] {
  const object = innermost(schema);
  if (!(object instanceof z.ZodObject)) return [[path, schema]];
  return Object.entries(object.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    fieldsOf(field, `${path}.${name}`),
  );
}

const FIELDS = ROUTES.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((schema) =>
    schema === undefined || 'rawMaxBytes' in schema ? [] : fieldsOf(schema, `${method} ${path}`),
  ),
);

/** Values of which every one is too much for any field, each with how often something in it was read. */
function tooMuch(): { what: string; value: unknown; reads: () => number }[] {
  const counted = <T extends object>(what: string, value: T, name: string) => {
    let reads = 0;
    const get = () => {
      reads += 1;
      return 1;
    };
    Object.defineProperty(value, name, { get, enumerable: true, configurable: true });
    return { what, value, reads: () => reads };
  };
  const lists = [1, 'x', {}, null].map((item) =>
    counted(`a list of ${JSON.stringify(item)}`, Array(MANY).fill(item), '0'),
  );
  const record = Object.fromEntries(Array.from({ length: MANY }, (_, nth) => [`k${nth}`, nth]));
  const texts = ['x', '1', ' ', '😀'].map((one) => ({
    what: `a text of ${one}`,
    value: one.repeat(65_536),
    reads: () => 0,
  }));
  return [...lists, counted('a record', record, 'k0'), ...texts];
}

test('every field of every request refuses what is too much with one problem, and looks at nothing in it', (t) => {
  t.true(FIELDS.length > 80, String(FIELDS.length));
  for (const [path, field] of FIELDS)
    for (const { what, value, reads } of tooMuch()) {
      const { success, data, error } = field.safeParse(value);
      // Some routes take the place of a field themselves, whatever stands there.
      if (success) t.true(JSON.stringify(data ?? null).length < 100, `${path}: ${what} is accepted`);
      else t.is(new Set(error.issues.map((issue) => issue.path.join('.'))).size, 1, `${path}: ${what}`);
      t.is(reads(), 0, `${path}: ${what} is read`);
    }
});

test('32,000 payment methods and 16,000 events, then a short 400 that names the list', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const send = (path: string, raw: string) =>
    ask(url + path, { key, raw, headers: { 'content-type': 'application/json' } });
  const many = (item: string, times: number): string => `[${Array(times).fill(item).join()}]`;
  const rows = [
    [
      '/v1/payments',
      'paymentMethods',
      `{"amount":1,"idempotencyKey":"${uniqueName('idem')}","paymentMethods":${many('1', 32_000)}}`,
    ],
    ['/v1/webhooks/endpoints', 'events', `{"url":"https://shop.example/","events":${many('""', 16_000)}}`],
  ] as const;
  for (const [path, param, raw] of rows) {
    const answer = await send(path, raw);
    const error = refusedWith(t, answer, 400, param === 'events' ? 'invalid_event' : 'invalid_request');
    t.is(error['param'], param);
    t.true(JSON.stringify(answer.body).length < 500, path);
  }
});

test('more than 20 fields that fail, then the first 20 are named', async (t) => {
  const { url, keys } = t.context;
  const json = { url: 'https://shop.example/', events: Array.from({ length: 50 }, () => '') };
  const answer = await ask(`${url}/v1/webhooks/endpoints`, { key: keys.state.issue(), json });
  const error = refusedWith(t, answer, 400, 'invalid_event');
  t.deepEqual(
    (error['details'] as { param: string }[]).map(({ param }) => param),
    Array.from({ length: 20 }, (_, nth) => `events.${nth}`),
  );
});

test('a list at its bound is read, one more is not', (t) => {
  const bodyOf = (path: string) => ROUTES.find((one) => one.method === 'POST' && one.path === path)?.body as z.ZodType;
  const payment = (times: number) => ({
    amount: 1,
    idempotencyKey: '12345678',
    paymentMethods: Array.from({ length: times }, () => 'PIX'),
  });
  t.like(parsed(bodyOf('/v1/payments'), payment(20)), { paymentMethods: ['PIX'] });
  t.throws(() => parsed(bodyOf('/v1/payments'), payment(21)), { message: /paymentMethods: must name at most 20/ });
  const endpoint = (times: number) => ({
    url: 'https://x.example/',
    events: Array.from({ length: times }, () => 'a.b'),
  });
  t.notThrows(() => parsed(bodyOf('/v1/webhooks/endpoints'), endpoint(50)));
  t.throws(() => parsed(bodyOf('/v1/webhooks/endpoints'), endpoint(51)), { message: /events: must name at most 50/ });
});
