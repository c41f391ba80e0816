import { openApi } from '../contract/openapi.ts';
import type { Answer } from '../edge/answer.ts';
import { type Route, route } from '../edge/route.ts';

/** The routes that describe all others, and themselves. */
export function contractRoutes(others: readonly Route[]): readonly Route[] {
  const routes: Route[] = [...others];
  routes.push(route('GET', '/openapi.json', 'none', {}, async () => file(contract, 'application/json; charset=utf-8')));
  const contract = contractOf(routes);
  return routes;
}

const made = new Map<string, Buffer>();

/** Made at the start and once for each set of routes: at the first request it would hold up all others for 0.1 s. */
function contractOf(routes: readonly Route[]): Buffer {
  const which = routes.map(({ method, path }) => `${method} ${path}`).join();
  const contract = made.get(which) ?? Buffer.from(JSON.stringify(openApi(routes)));
  made.set(which, contract);
  return contract;
}

/** Kept a while by whoever asks: it changes with a release only. */
const file = (bytes: Buffer, type: string): Answer => ({
  status: 200,
  bytes,
  headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' },
});
