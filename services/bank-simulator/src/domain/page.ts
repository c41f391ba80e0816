/** Which part of a list is asked for; pages count from 0 (yaml, `paginacao.paginaAtual`). */
export type ListPage = { readonly index: number; readonly size: number };
export type PagedList<T> = { readonly total: number; readonly items: readonly T[] };

/**
 * The `paginacao` block of an answer. An empty list has one page, an empty one (yaml, `Paginacao`: minimum
 * 1).
 */
export const pagination = (page: ListPage, total: number): Record<string, number> => ({
  paginaAtual: page.index,
  itensPorPagina: page.size,
  quantidadeDePaginas: Math.max(1, Math.ceil(total / page.size)),
  quantidadeTotalDeItens: total,
});
