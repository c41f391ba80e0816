import { randomUUID } from 'node:crypto';
import type { Request } from './load.ts';

const CHARGE = { amount: 1_050, currency: 'BRL', description: 'Pedido 1042', payment_method: 'pix' };
export const CHARGE_BODY = JSON.stringify(CHARGE);
export const JSON_TYPE = { 'content-type': 'application/json' };

type Change = { readonly headers?: Readonly<Record<string, string>>; readonly body?: object };

/** A request that creates a charge under a key of its own, unless `change` says otherwise. */
export const chargeRequest = (apikey: string, { headers = {}, body }: Change = {}): Required<Request> => ({
  method: 'POST',
  path: '/v1/charges',
  headers: { ...JSON_TYPE, apikey, 'idempotency-key': randomUUID(), ...headers },
  body: body === undefined ? CHARGE_BODY : JSON.stringify({ ...CHARGE, ...body }),
});

/** Creates one charge, with a request of one's own where it is to be asked again; its bare id. */
export async function createOne(origin: string, { path, ...request }: Required<Request>): Promise<string> {
  const answer = await fetch(`${origin}${path}`, request);
  if (answer.status !== 201) throw new Error(`a charge was answered ${answer.status}`);
  const { id } = (await answer.json()) as { id: string };
  return id.replace(/^ch_/, '');
}
