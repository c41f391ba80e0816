import type { Client } from '../domain/client.ts';
import { pagination } from '../domain/page.ts';
import type { ListRequest } from '../requests/list-request.ts';
import type { PixFilter, PixStore } from '../store/pix.ts';
import { pixJson } from '../wire/pix-json.ts';

type Deps = { readonly pix: PixStore };

/** `PixConsultados`. A bank that ignores the payer filter does not echo it either: that is how one finds out. */
export const listPix =
  ({ pix }: Deps) =>
  async (client: Client, request: ListRequest<PixFilter>, ignoresPayer: boolean): Promise<object> => {
    const { page } = request;
    const { payer, ...others } = request.filter;
    const filter = ignoresPayer || payer === undefined ? others : { ...others, payer };
    const { cpf, cnpj, ...plain } = request.echo;
    const { total, items } = await pix.list(client.clientId, filter, page);
    return {
      parametros: { ...(ignoresPayer ? plain : request.echo), paginacao: pagination(page, total) },
      pix: items.map(pixJson),
    };
  };
