import type { BankCallContext } from '../call.ts';
import { pagination } from '../domain/page.ts';
import type { ScenarioKind } from '../domain/scenarios.ts';
import type { ListRequest } from '../requests/list-request.ts';
import type { BankStores } from '../store/open-stores.ts';
import type { PixFilter } from '../store/pix.ts';
import { pixJson } from '../wire/pix-json.ts';

/** Which scenarios leave the payer filter out, and which leave its echo out. */
const UNFILTERED: ReadonlySet<ScenarioKind | undefined> = new Set(['ignores_filter', 'answers_everything']);
const UNECHOED: ReadonlySet<ScenarioKind | undefined> = new Set(['ignores_filter', 'filter_unechoed']);

/**
 * `PixConsultados`. A bank that ignores the payer filter should not echo it either: that is how one finds
 * out. Nor does this one echo it over a Pix whose payer it never learnt: it did not filter that one, and its
 * absence would be taken for an answer.
 */
export async function listPix(
  { pix }: BankStores,
  { client: { clientId }, scenario }: BankCallContext,
  request: ListRequest<PixFilter>,
): Promise<object> {
  const { page } = request;
  const { payer } = request.filter;
  const filter = UNFILTERED.has(scenario?.kind) ? { ...request.filter, payer: undefined } : request.filter;
  const { cpf, cnpj, ...plain } = request.echo;
  const [{ total, items }, unnamed] = await Promise.all([
    pix.list(clientId, filter, page),
    payer !== undefined && pix.someUnnamed(clientId, request.filter),
  ]);
  const echo = UNECHOED.has(scenario?.kind) || unnamed ? plain : request.echo;
  return { parametros: { ...echo, paginacao: pagination(page, total) }, pix: items.map(pixJson) };
}
