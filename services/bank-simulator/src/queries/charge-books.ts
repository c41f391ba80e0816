import { Problem } from '../domain/problem.ts';
import type { BankStores } from '../store/open-stores.ts';
import { infractionBooks } from '../wire/infraction-json.ts';
import { booksJson } from '../wire/pix-json.ts';

/** The bank's own books for a txid: the charge if there is one, and all money that came under it. */
export async function chargeBooks(
  { cobs, pix, clients, infractions }: BankStores,
  txid: string,
  pixKey: string | undefined,
): Promise<object> {
  const owner = pixKey === undefined ? undefined : await clients.byPixKey(pixKey);
  const [cob] = (await cobs.byTxid(txid)).filter(({ clientId }) => owner === undefined || clientId === owner.clientId);
  const clientId = cob?.clientId ?? owner?.clientId;
  const received = clientId === undefined ? [] : await pix.ofCharge(clientId, txid);
  if (cob === undefined && received.length === 0) throw new Problem('CobNaoEncontrado');
  const shown = await Promise.all(
    received.map(async (one) => ({
      ...booksJson(one),
      infractions: (await infractions.ofPix(one.clientId, one.endToEndId)).map(infractionBooks),
    })),
  );
  return { txid, status: cob?.status ?? null, revisao: cob?.revisao ?? null, pix: shown };
}
