import type { Client } from '../domain/client.ts';
import { amend, type Cob, remove } from '../domain/cob.ts';
import { Problem } from '../domain/problem.ts';
import type { CobRevision } from '../requests/cob-request.ts';
import type { CobStore } from '../store/cobs.ts';
import { ownKey, ownLocation } from './put-cob.ts';

type Deps = { readonly cobs: CobStore };
export type PatchCob = { readonly txid: string; readonly revision: CobRevision };

/** Revises or removes an active cob. */
export const patchCob =
  ({ cobs }: Deps) =>
  async (client: Client, { txid, revision }: PatchCob): Promise<Cob> => {
    if (revision.kind === 'amend' && revision.changes.chave !== undefined) ownKey(client, revision.changes.chave);
    const decision = await cobs.update(client.clientId, txid, (cob) =>
      revision.kind === 'remove'
        ? remove(cob)
        : (ownLocation(cob, revision.locationId) ?? amend(cob, revision.changes)),
    );
    if (decision === undefined) throw new Problem('CobNaoEncontrado');
    if (!decision.ok) throw new Problem('CobOperacaoInvalida', [decision.violation]);
    return decision.cob;
  };
