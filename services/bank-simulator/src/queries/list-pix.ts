import type { Client } from '../domain/client.ts';
import { pagination } from '../domain/page.ts';
import type { ScenarioKind } from '../domain/scenarios.ts';
import type { ListRequest } from '../requests/list-request.ts';
import type { PixFilter, PixStore } from '../store/pix.ts';
import { pixJson } from '../wire/pix-json.ts';

type Deps = { readonly pix: PixStore };

/** Which scenarios leave the payer filter out, and which leave its echo out. */
const UNFILTERED: ReadonlySet<ScenarioKind | undefined> = new Set(['ignores_filter', 'answers_everything']);
const UNECHOED: ReadonlySet<ScenarioKind | undefined> = new Set(['ignores_filter', 'filter_unechoed']);

/**
 * `PixConsultados`. A bank that ignores the payer filter should not echo it either: that is how one finds
 * out. Nor does this one echo it over a Pix whose payer it never learnt: it did not filter that one, and its
 * absence would be taken for an answer.
 */
export const listPix =
  ({ pix }: Deps) =>
  async (client: Client, request: ListRequest<PixFilter>, wrong: ScenarioKind | undefined): Promise<object> => {
    const { page } = request;
    const { payer, ...others } = request.filter;
    const filter = UNFILTERED.has(wrong) || payer === undefined ? others : { ...others, payer };
    const { cpf, cnpj, ...plain } = request.echo;
    const [{ total, items }, unnamed] = await Promise.all([
      pix.list(client.clientId, filter, page),
      payer !== undefined && pix.someUnnamed(client.clientId, request.filter),
    ]);
    return {
      parametros: { ...(UNECHOED.has(wrong) || unnamed ? plain : request.echo), paginacao: pagination(page, total) },
      pix: items.map(pixJson),
    };
  };
