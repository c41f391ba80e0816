import type { Route } from '../edge/route.ts';
import type { Description } from './description.ts';
import { pathIdOf } from './path-ids.ts';

const CREDENTIAL = {
  none: undefined,
  key: '-H "apikey: $API_KEY"',
  token: '-H "Authorization: Bearer $ACCESS_TOKEN"',
} as const;

/**
 * A command that does it, for a shell that knows `$GX` (where the service is) and the ids and credentials it
 * names.
 */
export function curlOf({ method, path, auth, input }: Route, { id, body, query }: Description): string {
  const variable = pathIdOf(path)?.variable;
  const target = path.replace(/:\w+/, `$${variable}`) + (query === undefined ? '' : `?${query}`);
  const parts = [
    `curl -sS${method === 'GET' || body !== undefined ? '' : ` -X ${method}`}${method === 'PATCH' && body ? ' -X PATCH' : ''} "$GX${target}"`,
    CREDENTIAL[auth],
    input.idempotencyKey === undefined ? undefined : `-H "Idempotency-Key: example-${id}"`,
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.filter((part) => part !== undefined).join(' \\\n  ');
}

/** Between single quotes a shell changes nothing; between double ones it puts its variables in. */
const quoted = (json: string): string =>
  json.includes('$') ? `"${json.replaceAll('"', '\\"')}"` : `'${json.replaceAll("'", "'\\''")}'`;
