import type { Client } from '../domain/client.ts';
import { atRevision, type Cob } from '../domain/cob.ts';
import type { Pix } from '../domain/pix.ts';
import { Problem } from '../domain/problem.ts';
import type { CobStore } from '../store/cobs.ts';
import type { PixStore } from '../store/pix.ts';

type Deps = { readonly cobs: CobStore; readonly pix: PixStore };

/** A cob, as it is or as it stood at a revision, with every Pix that arrived under its txid. */
export const getCob =
  ({ cobs, pix }: Deps) =>
  async (client: Client, txid: string, revisao?: number): Promise<{ cob: Cob; received: readonly Pix[] }> => {
    const [found, received] = await Promise.all([cobs.get(client.clientId, txid), pix.ofCharge(client.clientId, txid)]);
    if (found === undefined) throw new Problem('CobNaoEncontrado');
    const cob = revisao === undefined ? found : atRevision(found, revisao);
    if (cob !== undefined) return { cob, received };
    const razao = 'o parâmetro revisao corresponde a uma revisão inexistente para a cobrança.';
    throw new Problem('CobConsultaInvalida', [{ razao, propriedade: 'revisao' }]);
  };
