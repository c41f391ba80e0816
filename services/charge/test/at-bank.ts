import type { Rig } from './rig.ts';

/**
 * Asks the bank's own API as its client does, past the proxy: what somebody else at our company does by hand.
 */
export async function atBank(rig: Rig, method: string, path: string, body?: object, base = '/v2'): Promise<number> {
  const { clientId, clientSecret } = rig.bank;
  const answer = await fetch(`${rig.simulator.url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  return (await fetch(`${rig.simulator.url}${base}${path}`, { method, headers, ...json })).status;
}

let devolutions = 0;

/** Gives money back by hand, as much as it says. */
export function returnAtBank(rig: Rig, endToEndId: string, valor: string): Promise<number> {
  devolutions += 1;
  return atBank(rig, 'PUT', `/pix/${endToEndId}/devolucao/hand${devolutions}`, { valor });
}

/** A charge at the bank that is none of ours; answers its txid. */
export async function foreignCob(rig: Rig): Promise<string> {
  const txid = `foreign${crypto.randomUUID().replaceAll('-', '').slice(0, 25)}`;
  const body = { calendario: { expiracao: 3_600 }, valor: { original: '5.00' }, chave: rig.bank.pixKey };
  const status = await atBank(rig, 'PUT', `/cob/${txid}`, body);
  if (status !== 201) throw new Error(`no cob: ${status}`);
  return txid;
}
