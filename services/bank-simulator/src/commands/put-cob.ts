import { randomInt, randomUUID } from 'node:crypto';
import { dynamicBrCode, invariant, type Txid } from '@gx/core';
import type { SimulatedBank } from '../bank.ts';
import type { Client } from '../domain/client.ts';
import { type Cob, revise } from '../domain/cob.ts';
import { Problem } from '../domain/problem.ts';
import type { CobRequest } from '../requests/cob-request.ts';

export type PutCob = CobRequest & { readonly txid: string; readonly withoutBrCode: boolean };

/**
 * Creates the cob under the receiver's txid, or revises the active one that has it: one write when it is new.
 */
export async function putCob(
  { cobs, locationHost }: SimulatedBank,
  client: Client,
  request: PutCob,
  now: Date,
): Promise<Cob> {
  const { terms, txid, locationId } = request;
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid))
    throw new Problem('RequisicaoInvalida', [{ razao: 'O txid não respeita o schema.', propriedade: 'txid' }]);
  ownKey(client, terms.chave);
  if (locationId === undefined) {
    const fresh = newCob(client, { ...request, txid: txid as Txid }, { locationHost, now });
    if (await cobs.insert(fresh)) return fresh;
  }
  const decision = await cobs.update(
    client.clientId,
    txid,
    (cob) => ownLocation(cob, locationId) ?? revise(cob, terms),
  );
  if (decision?.ok) return decision.cob;
  throw new Problem('CobOperacaoInvalida', [decision === undefined ? noLocation().violation : decision.violation]);
}

/** The key of a cob must be the caller's (yaml, `CobOperacaoInvalida`). */
export function ownKey(client: Client, chave: string): void {
  if (chave === client.pixKey) return;
  const razao = 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.';
  throw new Problem('CobOperacaoInvalida', [{ razao, propriedade: 'cob.chave' }]);
}

/** A cob may name the location it has; this bank hands out no other ones (no `/loc`). */
export const ownLocation = (cob: Cob, locationId: number | undefined) =>
  locationId === undefined || locationId === cob.location.id ? undefined : noLocation();

const noLocation = () => ({
  ok: false as const,
  violation: { razao: 'O location referenciado por loc.id inexiste.', propriedade: 'cob.loc.id' },
});

function newCob(
  client: Client,
  { txid, terms, withoutBrCode }: PutCob & { readonly txid: Txid },
  { locationHost, now }: { readonly locationHost: string; readonly now: Date },
): Cob {
  const token = randomUUID().replaceAll('-', '');
  const url = `${locationHost}/qr/v2/${token}`;
  invariant(url.length <= 77, 'SIM_LOCATION_HOST leaves no room for a location of 77 characters');
  return {
    clientId: client.clientId,
    txid,
    status: 'ATIVA',
    revisao: 0,
    criacao: now,
    terms,
    location: { id: randomInt(1, 2 ** 47), token, url },
    brCode: withoutBrCode ? null : dynamicBrCode(url, client),
    earlier: [],
  };
}
