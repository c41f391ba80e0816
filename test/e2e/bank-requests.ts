import { request } from 'undici';
import type { Stack } from './stack.ts';

type Seen = { readonly method: string; readonly path: string };

/** What the bank was asked about one cob, from the bank's own log. */
export async function bankRequests(
  { simulator }: Stack,
  txid: string | undefined,
): Promise<{ creates: number; reads: number }> {
  const { body } = await request(`${simulator}/sim/requests/${txid}`);
  const { requests } = (await body.json()) as { requests: Seen[] };
  const count = (method: string): number =>
    requests.filter((seen) => seen.method === method && seen.path.includes('/cob/')).length;
  return { creates: count('PUT'), reads: count('GET') };
}
