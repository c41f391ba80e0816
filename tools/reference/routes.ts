import type { Auth, Route } from '../../services/gateway/src/edge/route.ts';
import { BANK_ROUTES } from '../../services/gateway/src/routes/provider-callbacks.ts';
import { ROUTES } from '../../services/gateway/src/routes/table.ts';
import { code, page, table } from './markdown.ts';

const CALLER: Readonly<Record<Auth, string>> = {
  none: 'anyone',
  key: 'API key in `apikey`',
  token: 'login token as `Bearer`',
  keyOrToken: 'API key in `apikey`, or login token as `Bearer`',
  path: 'who was given the path',
};

/** Every route of both ports, read from the tables that serve them. */
export function routesPage(): string {
  return page(
    'Routes',
    'Made from `services/gateway/src/routes/`. What they take and answer is in [openapi.json](openapi.json), which the gateway serves at `/openapi.json`. Any other method or path answers 404 in the error envelope. Every response carries `X-Request-Id`; routes with an API key carry `X-RateLimit-Limit-Minute` and `X-RateLimit-Remaining-Minute`.',
    'Fields in **bold** are required; fields that are not listed are ignored. The rules of each are in [limits](limits.md) and in `services/gateway/src/input/`.',
    '## Merchants and payers (`PORT`)',
    rows(ROUTES),
    '## Banks (`BANK_PORT`)',
    rows(BANK_ROUTES),
    '## Health (`HEALTH_PORT` of every service)',
    table(
      ['path', 'answers'],
      [
        ['`GET /healthz`', '200 while the process can answer; never looks at anything else'],
        [
          '`GET /readyz`',
          '200 when the service may be sent work, else 503 in the envelope, with the names of what is missing as `waiting_for`',
        ],
        ['`GET /metrics`', 'what Prometheus reads: [metrics](metrics.md)'],
      ],
    ),
  );
}

const rows = (routes: readonly Route[]): string =>
  table(
    ['method', 'path', 'who', 'body', 'query'],
    routes.map(({ method, path, auth, idempotencyKey, body, query }) => {
      const header = idempotencyKey === undefined ? '' : ', `Idempotency-Key`';
      return [method, code(path), `${CALLER[auth]}${header}`, fieldsOf(body), fieldsOf(query)];
    }),
  );

type Field = {
  readonly safeParse: (value: unknown) => { readonly success: boolean };
  readonly def: { readonly innerType?: { readonly def: { readonly type: string } } };
};

/**
 * A field is required if its schema refuses its absence, and none at all if its schema refuses its presence.
 */
function fieldsOf(schema: unknown): string {
  if (schema === undefined) return '';
  if (typeof schema === 'object' && schema !== null && 'rawMaxBytes' in schema) return 'bytes, kept as they came';
  const { shape } = schema as { readonly shape: Readonly<Record<string, Field>> };
  return Object.entries(shape)
    .filter(([, { def }]) => def.innerType?.def.type !== 'undefined')
    .map(([name, field]) => (field.safeParse(undefined).success ? code(name) : `**${code(name)}**`))
    .join(', ');
}
