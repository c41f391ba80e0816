import type { Client } from '../domain/client.ts';
import { amend, type Cob, remove } from '../domain/cob.ts';
import { Problem } from '../domain/problem.ts';
import type { CobRevision } from '../requests/cob-request.ts';
import type { BankStores } from '../store/open-stores.ts';
import { ownKey, ownLocation } from './put-cob.ts';

/** Revises or removes an active cob. */
export async function patchCob(
  { cobs }: BankStores,
  client: Client,
  txid: string,
  revision: CobRevision,
): Promise<Cob> {
  if (revision.kind === 'amend' && revision.changes.chave !== undefined) ownKey(client, revision.changes.chave);
  const decision = await cobs.update(client.clientId, txid, (cob) =>
    revision.kind === 'remove' ? remove(cob) : (ownLocation(cob, revision.locationId) ?? amend(cob, revision.changes)),
  );
  if (decision === undefined) throw new Problem('CobNaoEncontrado');
  if (!decision.ok) throw new Problem('CobOperacaoInvalida', [decision.violation]);
  return decision.cob;
}
