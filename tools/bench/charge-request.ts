import { randomUUID } from 'node:crypto';
import type { Request } from './load.ts';

const CHARGE = JSON.stringify({
  amount: 1_050,
  currency: 'BRL',
  description: 'Pedido 1042',
  payment_method: 'pix',
});
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A request that creates a charge under a key of its own. */
export const chargeRequest = (apikey: string): Required<Request> => ({
  method: 'POST',
  path: '/v1/charges',
  headers: { ...JSON_TYPE, apikey, 'idempotency-key': randomUUID() },
  body: CHARGE,
});

/** Creates one charge; its bare id. */
export async function createOne(origin: string, apikey: string): Promise<string> {
  const { path, ...request } = chargeRequest(apikey);
  const answer = await fetch(`${origin}${path}`, request);
  if (answer.status !== 201) throw new Error(`a charge was answered ${answer.status}`);
  const { id } = (await answer.json()) as { id: string };
  return id.replace(/^ch_/, '');
}
