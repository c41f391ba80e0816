import type { Client } from '../domain/client.ts';
import { pagination } from '../domain/page.ts';
import type { ListRequest } from '../requests/list-request.ts';
import type { CobFilter, CobStore } from '../store/cobs.ts';
import type { PixStore } from '../store/pix.ts';
import { cobJson } from '../wire/cob-json.ts';

type Deps = { readonly cobs: CobStore; readonly pix: PixStore };

/** `CobsConsultadas`: the page, and the parameters it answers. */
export const listCobs =
  ({ cobs, pix }: Deps) =>
  async (client: Client, { filter, page, echo }: ListRequest<CobFilter>): Promise<object> => {
    const { total, items } = await cobs.list(client.clientId, filter, page);
    const received = await pix.ofCharges(
      client.clientId,
      items.map(({ txid }) => txid),
    );
    return {
      parametros: { ...echo, paginacao: pagination(page, total) },
      cobs: items.map((cob) =>
        cobJson(
          cob,
          received.filter(({ txid }) => txid === cob.txid),
        ),
      ),
    };
  };
