import { isoMillis } from '@gx/core';
import { z } from 'zod';
import type { Operation } from './bank-connection.ts';
import type { Answer } from './classify.ts';
import type { Failure } from './outcome.ts';
import { type PixElement, SettlementsUnread } from './provider.ts';
import { LIST, problemsOf, readPix } from './read-pix.ts';

/** No bank has this many pages in one window; a count beyond it is a fault, not a reason to read for ever. */
const PAGES_MAX = 10_000;

const PAGE = z.object({
  parametros: z.object({
    paginacao: z.object({
      paginaAtual: z.number().int().min(0),
      quantidadeDePaginas: z.number().int().min(0).max(PAGES_MAX),
    }),
  }),
  pix: LIST,
});

/** Reads page after page until the bank's own count is reached. A page that is not the one asked for ends in an error. */
export async function* settlementPages(
  ask: (operation: Operation) => Promise<Answer | Failure>,
  window: { readonly from: Date; readonly to: Date },
  pageSize: number,
): AsyncGenerator<readonly PixElement[], void, undefined> {
  let pages = 1;
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams({
      inicio: isoMillis(window.from),
      fim: isoMillis(window.to),
      txIdPresente: 'true',
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(pageSize),
    });
    const outcome = await ask({ name: 'listSettlements', method: 'GET', path: `/pix?${query}` });
    if (outcome.kind !== 'done') throw new SettlementsUnread(outcome);
    const { success, data, error } = PAGE.safeParse(outcome.json);
    if (!success) throw unread(problemsOf(error).join('; '));
    const { paginaAtual, quantidadeDePaginas } = data.parametros.paginacao;
    if (paginaAtual !== page) throw unread('another page than the one asked for');
    pages = quantidadeDePaginas;
    yield data.pix.map(readPix);
  }
}

const unread = (detail: string): SettlementsUnread =>
  new SettlementsUnread({ kind: 'unknown', cause: { reason: 'unreadable_answer', detail } });
