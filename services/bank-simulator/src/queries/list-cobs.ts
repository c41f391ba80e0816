import type { Client } from '../domain/client.ts';
import { pagination } from '../domain/page.ts';
import type { ListRequest } from '../requests/list-request.ts';
import type { CobFilter } from '../store/cobs.ts';
import type { BankStores } from '../store/open-stores.ts';
import { cobJson } from '../wire/cob-json.ts';

/** `CobsConsultadas`: the page, and the parameters it answers. */
export async function listCobs(
  { cobs, pix }: BankStores,
  { clientId }: Client,
  { filter, page, echo }: ListRequest<CobFilter>,
): Promise<object> {
  const { total, items } = await cobs.list(clientId, filter, page);
  const txids = items.map(({ txid }) => txid);
  const received = Map.groupBy(await pix.ofCharges(clientId, txids), ({ txid }) => txid);
  return {
    parametros: { ...echo, paginacao: pagination(page, total) },
    cobs: items.map((cob) => cobJson(cob, received.get(cob.txid))),
  };
}
