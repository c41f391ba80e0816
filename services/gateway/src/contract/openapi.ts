import { API_VERSION } from '@gx/contracts';
import { ERRORS, type ErrorCode } from '@gx/core';
import { z } from 'zod';
import { USABLE } from '../edge/idempotency-key.ts';
import { type BodySchema, hasForms, isMedia, type PublicRoute } from '../edge/route.ts';
import { TOTP_HEADER } from '../edge/totp-code.ts';
import { KEY_LENGTH } from '../input/idempotency-key.ts';
import { type Chapter, WEBHOOKS_CHAPTER } from '../routes/table.ts';
import { ANSWERS } from './answers/answer.ts';
// Events are answers of no route of the table: webhooks carry them.
import './answers/event.ts';
import { envelopeOf } from './answers/reference.ts';
import { curlOf } from './curl.ts';
import { errorsOf } from './errors-of.ts';
import type { Json } from './json.ts';
import { type AsyncApi, webhooksOf } from './webhooks.ts';

const json = (schema: object): Json => ({ 'application/json': { schema } });
const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/**
 * The interface as OpenAPI 3.1: the routes that are served, with the schemas that check them, and what is
 * sent to merchants.
 */
export function openApi(chapters: readonly Chapter[], asyncApi: AsyncApi): Json {
  const refusals = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const { name, routes } of chapters)
    for (const route of routes) {
      const path = route.path.replace(/:(\w+)/, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, name, refusals) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'gx: Pix collection',
      version: API_VERSION,
      description:
        'Amounts are integers in the smallest unit, times are ISO 8601 UTC with milliseconds. Answers may gain fields; a client ignores what it does not know. Every answer carries `X-Request-Id`.',
    },
    servers: [{ url: '/' }],
    tags: chapters.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks: webhooksOf(asyncApi, WEBHOOKS_CHAPTER),
    components: {
      schemas: schemas(),
      responses: Object.fromEntries([...refusals].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'apikey', description: '`gx_live_...` or `gx_test_...`.' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From `POST /v1/auth/login`.',
        },
      },
    },
  };
}

function operation(route: PublicRoute, tag: string, refusals: Map<string, Json>): Json {
  const parameters = [...pathParameters(route), ...headerParameters(route), ...queryParameters(route)];
  const body = bodyOf(route);
  return {
    operationId: route.operation,
    tags: [tag],
    summary: route.summary,
    security: {
      none: [],
      key: [{ apiKey: [] }],
      token: [{ accessToken: [] }],
      keyOrToken: [{ apiKey: [] }, { accessToken: [] }],
    }[route.auth],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, what]) => [status, success(route, what)])),
      ...refusalsOf(errorsOf(route), refusals),
    },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(route) }],
  };
}

function success(route: PublicRoute, what: BodySchema): Json {
  const names = ['X-Request-Id', ...(route.auth === 'key' || route.changes ? RATE_HEADERS : [])];
  if (isIdempotent(route)) names.push('Idempotent-Replayed');
  const headers = Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
  if (what === null) return { description: 'Done.', headers };
  if (isMedia(what)) return { description: 'Found.', headers, content: { [what.media]: {} } };
  const { schema, orMedia } = hasForms(what) ? what : { schema: what, orMedia: [] };
  const name = ANSWERS.get(schema)?.id;
  if (name === undefined) throw new Error('an answer that has no name: make it with `answer(name, schema)`');
  const others = Object.fromEntries(orMedia.map((media) => [media, {}]));
  return { description: name, headers, content: { ...json(ref('schemas', name)), ...others } };
}

/** Whether it takes an idempotency key: in its header, or in its body. */
function isIdempotent({ idempotencyKey, body }: PublicRoute): boolean {
  if (idempotencyKey !== undefined) return true;
  if (body === undefined || 'rawMaxBytes' in body) return false;
  return 'idempotencyKey' in ((schemaOf(body, 'input')['properties'] ?? {}) as Json);
}

function refusalsOf(codes: readonly ErrorCode[], refusals: Map<string, Json>): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].http);
  const found = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    found.map(([status, ofStatus]) => {
      const sorted = ofStatus.toSorted();
      const name = sorted.join('-');
      const names = ['X-Request-Id', ...(status === 429 || status === 503 ? ['Retry-After'] : [])];
      if (status === 429) names.push(...RATE_HEADERS);
      refusals.set(name, {
        description: sorted.map((code) => `\`${code}\`: ${ERRORS[code].description}`).join('\n\n'),
        headers: Object.fromEntries(names.map((header) => [header, ref('headers', header)])),
        content: json(schemaOf(envelopeOf(sorted), 'output')),
      });
      return [status, ref('responses', name)];
    }),
  );
}

function pathParameters({ path, pathId }: PublicRoute): Json[] {
  const name = /:(\w+)/.exec(path)?.[1];
  if (name === undefined || pathId === undefined) return [];
  return [{ name, in: 'path', required: true, description: `Of ${pathId.forms}.`, schema: { type: 'string' } }];
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: `${KEY_LENGTH.min} to ${KEY_LENGTH.max} ASCII characters. The same key and body give the same answer.`,
  schema: { type: 'string', minLength: KEY_LENGTH.min, maxLength: KEY_LENGTH.max, pattern: USABLE.source },
};
const TOTP_CODE: Json = {
  name: TOTP_HEADER,
  in: 'header',
  required: false,
  description:
    'Six digits of the user’s second factor, if there is one; of keys for live ones alone. Each counts once.',
  schema: { type: 'string' },
};

const headerParameters = ({ idempotencyKey, guarded }: PublicRoute): Json[] => [
  ...(idempotencyKey === undefined ? [] : [IDEMPOTENCY_KEY]),
  ...(guarded ? [TOTP_CODE] : []),
];

function queryParameters({ query }: PublicRoute): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties)
    .filter(([, schema]) => schema['not'] === undefined)
    .map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
    }));
}

function bodyOf({ body, example }: PublicRoute): Json | undefined {
  if (body === undefined || 'rawMaxBytes' in body) return undefined;
  const required = !body.safeParse({}).success;
  const schema = schemaOf(body, 'input');
  return { required, content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } } };
}

/** The schema as JSON Schema. A parameter that is refused whenever it is there becomes `not: {}`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
    },
  });
  return opened(rest) as Json;
}

/** Every schema that has a name, each referring to the others by theirs. */
export function schemas(): Json {
  const { schemas: named } = z.toJSONSchema(ANSWERS, { io: 'output', uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(named)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { $schema: _, $id: __, ...schema }]) => [id, opened(schema)]),
  );
}

/** Answers may gain fields (decisions N21): a client must not be told that there are never any others. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => key !== 'additionalProperties' || item !== false)
      .map(([key, item]) => [key, opened(item)]),
  );
}

const RATE_HEADERS = ['X-RateLimit-Limit-Minute', 'X-RateLimit-Remaining-Minute'] as const;
const HEADERS: Json = {
  'X-Request-Id': { description: 'The client’s own id, or a new one.', schema: { type: 'string' } },
  'X-RateLimit-Limit-Minute': { description: 'Requests in any 60 s.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining-Minute': { description: 'How many are left.', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: '`true` when the answer is that of an earlier request.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } },
};
