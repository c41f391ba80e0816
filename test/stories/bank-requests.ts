import { request } from 'undici';
import type { Stack } from './stack.ts';

type LoggedRequest = { readonly operation: string };

/** What the bank was asked about one cob, from the bank's own log. */
export async function bankRequests(
  { simulator }: Stack,
  txid: string | undefined,
): Promise<{ creates: number; reads: number }> {
  const { body } = await request(`${simulator}/sim/requests/${txid}`);
  const { requests } = (await body.json()) as { requests: LoggedRequest[] };
  const count = (operation: string): number => requests.filter((seen) => seen.operation === operation).length;
  return { creates: count('create'), reads: count('get') };
}
