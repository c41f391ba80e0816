import { addMillis, isoMillis } from '@gx/core';
import { z } from 'zod';
import type { BankOperation } from './bank-connection.ts';
import type { ReadTime } from './bank-time.ts';
import { type BankReply, isEmpty } from './classify.ts';
import { misread, unreadable } from './fields.ts';
import type { Failure } from './outcome.ts';
import { ListUnread } from './provider.ts';

/** No bank has this many pages in one window; a count beyond it is a fault, not a reason to read for ever. */
const PAGES_MAX = 10_000;

/** `parametros.paginacao` of every list of a bank. */
export const PAGING = z.object({
  paginaAtual: z.number().int().min(0),
  quantidadeDePaginas: z.number().int().min(0).max(PAGES_MAX),
});
type Paged = { readonly parametros: { readonly paginacao: z.output<typeof PAGING> } };

/** A list of a bank in a window of time, and filters by the bank's own names. */
export type ListQuery = {
  readonly operation: Pick<BankOperation, 'name' | 'path' | 'pool'>;
  readonly from: Date;
  readonly to: Date;
  readonly pageSize: number;
  readonly filters?: Readonly<Record<string, string>>;
  /** By the clock of the bank, which may read our times as it writes its own. */
  readonly readTime: ReadTime;
};

/**
 * Reads page after page until the bank's own count is reached. A page that is not the one asked for ends in
 * an error.
 */
export async function* listPages<T extends Paged>(
  ask: (operation: BankOperation) => Promise<BankReply | Failure>,
  page: z.ZodType<T>,
  { operation: { path, ...operation }, pageSize, filters = {}, ...window }: ListQuery,
): AsyncGenerator<T, void, undefined> {
  const { from, to } = eitherWay(window);
  let pages = 1;
  for (let index = 0; index < pages; index += 1) {
    const query = new URLSearchParams({
      inicio: isoMillis(from),
      fim: isoMillis(to),
      ...filters,
      'paginacao.paginaAtual': String(index),
      'paginacao.itensPorPagina': String(pageSize),
    });
    const outcome = await ask({ ...operation, method: 'GET', path: `${path}?${query}` });
    if (index === 0 && isEmpty(outcome)) return;
    if (outcome.kind !== 'done') throw new ListUnread(outcome);
    const { success, data, error } = page.safeParse(outcome.json);
    if (!success) throw new ListUnread(misread(error));
    const { paginacao } = data.parametros;
    if (paginacao.paginaAtual !== index) throw new ListUnread(unreadable('another page than the one requested'));
    pages = paginacao.quantidadeDePaginas;
    yield data;
  }
}

/**
 * A window that holds the one that is wanted, whether the bank reads its ends as they are marked or by its
 * own clock.
 */
function eitherWay({ from, to, readTime }: Pick<ListQuery, 'from' | 'to' | 'readTime'>) {
  const shiftOf = (at: Date): number => (readTime(isoMillis(at)) ?? at).getTime() - at.getTime();
  return { from: addMillis(from, -Math.max(shiftOf(from), 0)), to: addMillis(to, -Math.min(shiftOf(to), 0)) };
}
