import type { Client } from '../domain/client.ts';
import { atRevision, type Cob } from '../domain/cob.ts';
import type { Pix } from '../domain/pix.ts';
import { Problem } from '../domain/problem.ts';
import type { BankStores } from '../store/open-stores.ts';

/** A cob, as it is or as it stood at a revision, with every Pix that arrived under its txid. */
export async function getCob(
  { cobs }: BankStores,
  client: Client,
  txid: string,
  revisao?: number,
): Promise<{ cob: Cob; received: readonly Pix[] }> {
  const found = await cobs.withPix(client.clientId, txid);
  if (found === undefined) throw new Problem('CobNaoEncontrado');
  const cob = revisao === undefined ? found.cob : atRevision(found.cob, revisao);
  if (cob !== undefined) return { cob, received: found.received };
  const razao = 'o parâmetro revisao corresponde a uma revisão inexistente para a cobrança.';
  throw new Problem('CobConsultaInvalida', [{ razao, propriedade: 'revisao' }]);
}
