import type { PublicRoute } from '../edge/route.ts';

const CREDENTIAL = {
  none: undefined,
  key: '-H "apikey: $API_KEY"',
  token: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  keyOrToken: '-H "apikey: $API_KEY"',
} as const;

/**
 * A command that does it, for a shell that knows `$GX` (where the service is) and the ids and credentials it
 * names.
 */
export function curlOf(route: PublicRoute): string {
  const { method, path, auth, pathId, idempotencyKey, operation, example, exampleQuery } = route;
  const target = path.replace(/:\w+/, `$${pathId?.variable}`) + (exampleQuery === undefined ? '' : `?${exampleQuery}`);
  const isImplied = method === 'GET' || (method === 'POST' && example !== undefined);
  const parts = [
    `curl -sS${isImplied ? '' : ` -X ${method}`} "$GX${target}"`,
    CREDENTIAL[auth],
    idempotencyKey === undefined ? undefined : `-H "Idempotency-Key: example-${operation}"`,
    ...(example === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(written(example))}`]),
  ];
  return parts.filter((part) => part !== undefined).join(' \\\n  ');
}

const LINE_MAX = 60;
/** On one line where it fits there. */
function written(example: object): string {
  const line = JSON.stringify(example);
  return line.length > LINE_MAX ? JSON.stringify(example, null, 2) : line;
}

/** Between single quotes a shell changes nothing; between double ones it puts its variables in. */
const quoted = (json: string): string =>
  json.includes('$') ? `"${json.replaceAll('"', '\\"')}"` : `'${json.replaceAll("'", "'\\''")}'`;
