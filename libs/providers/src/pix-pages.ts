import { isoMillis } from '@gx/core';
import { z } from 'zod';
import type { BankOperation } from './bank-connection.ts';
import type { BankReply } from './classify.ts';
import { LIST, misread, unreadable } from './fields.ts';
import type { Failure } from './outcome.ts';
import { ListUnread, type PixElement } from './provider.ts';
import { readPix } from './read-pix.ts';

/** No bank has this many pages in one window; a count beyond it is a fault, not a reason to read for ever. */
const PAGES_MAX = 10_000;

const ECHO = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text || null);
const PAGE = z.object({
  parametros: z.object({
    cpf: ECHO,
    cnpj: ECHO,
    paginacao: z.object({
      paginaAtual: z.number().int().min(0),
      quantidadeDePaginas: z.number().int().min(0).max(PAGES_MAX),
    }),
  }),
  pix: LIST,
});

/** What is asked of `GET /pix`: a window by settlement, and filters by the document's own names. */
export type PixQuery = {
  readonly operation: string;
  readonly from: Date;
  readonly to: Date;
  readonly pageSize: number;
  readonly filters: Readonly<Partial<Record<'txid' | 'txIdPresente' | 'devolucaoPresente' | 'cpf' | 'cnpj', string>>>;
};
/** One page, and the payer's document by which the bank says that it filtered. */
export type PixPage = {
  readonly elements: readonly PixElement[];
  readonly echo: { readonly cpf: string | null; readonly cnpj: string | null };
};

/**
 * Reads page after page until the bank's own count is reached. A page that is not the one asked for ends in
 * an error.
 */
export async function* pixPages(
  ask: (operation: BankOperation) => Promise<BankReply | Failure>,
  { operation: name, from, to, pageSize, filters }: PixQuery,
): AsyncGenerator<PixPage, void, undefined> {
  let pages = 1;
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams({
      inicio: isoMillis(from),
      fim: isoMillis(to),
      ...filters,
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(pageSize),
    });
    const outcome = await ask({ name, method: 'GET', path: `/pix?${query}` });
    if (outcome.kind !== 'done') throw new ListUnread(outcome);
    const { success, data, error } = PAGE.safeParse(outcome.json);
    if (!success) throw new ListUnread(misread(error));
    const { cpf, cnpj, paginacao } = data.parametros;
    if (paginacao.paginaAtual !== page) throw new ListUnread(unreadable('another page than the one requested'));
    pages = paginacao.quantidadeDePaginas;
    yield { elements: data.pix.map(readPix), echo: { cpf, cnpj } };
  }
}
