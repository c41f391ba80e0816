import { z } from 'zod';
import type { BankOperation } from './bank-connection.ts';
import type { BankReaders } from './bank-readers.ts';
import type { BankReply } from './classify.ts';
import { LIST } from './fields.ts';
import { listPages, PAGING } from './list-pages.ts';
import type { Failure } from './outcome.ts';
import type { PixElement } from './provider.ts';

const ECHO = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text || null);
const PAGE = z.object({ parametros: z.object({ cpf: ECHO, cnpj: ECHO, paginacao: PAGING }), pix: LIST });

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

/** Asks for one page, and reads an element of it. */
export type PixList = {
  readonly ask: (operation: BankOperation) => Promise<BankReply | Failure>;
  readonly readers: Pick<BankReaders, 'readPix' | 'readTime'>;
};

/** Every page of `GET /pix`; throws `ListUnread` where one cannot be had. */
export async function* pixPages(
  { ask, readers: { readPix, readTime } }: PixList,
  { operation: name, ...query }: PixQuery,
): AsyncGenerator<PixPage, void, undefined> {
  const list = { ...query, operation: { name, path: '/pix' }, readTime };
  for await (const { parametros, pix } of listPages(ask, PAGE, list)) {
    const { cpf, cnpj } = parametros;
    yield { elements: pix.map(readPix), echo: { cpf, cnpj } };
  }
}
