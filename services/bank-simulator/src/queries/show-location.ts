import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SimulatedBank } from '../bank.ts';
import { Problem } from '../domain/problem.ts';
import { cobPayload } from '../wire/cob-json.ts';

const signBytes = promisify(sign);
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export type PayloadSigner = ReturnType<typeof payloadSigner>;

/** Signs payloads with the bank's own key (ES256) and publishes the public half. */
export function payloadSigner(privateKeyPem: string, jwksUrl: string) {
  const key = createPrivateKey(privateKeyPem);
  const jwk = createPublicKey(key).export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url').slice(0, 16);
  const head = base64url({ alg: 'ES256', typ: 'JOSE', kid, jku: jwksUrl });
  return {
    jwks: { keys: [{ ...jwk, kid, use: 'sig', alg: 'ES256' }] },
    async sign(payload: object): Promise<string> {
      const input = `${head}.${base64url(payload)}`;
      const signature = await signBytes('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    },
  };
}

/** What a payer's app fetches from the location: `CobPayload` as JWS. A removed charge is gone for good. */
export async function showLocation({ cobs, signer }: SimulatedBank, token: string, now: Date): Promise<string> {
  const cob = await cobs.byLocation(token);
  if (cob === undefined) throw new Problem('CobPayloadNaoEncontrado');
  if (cob.status !== 'ATIVA' && cob.status !== 'CONCLUIDA') throw new Problem('CobPayloadNaoEncontrado', [], 410);
  return signer.sign(cobPayload(cob, now));
}
