import { type EndToEndId, parseTaxId, sha256Hex, type TaxDocument, type Txid } from '@gx/core';
import { z } from 'zod';
import { AMOUNT, END_TO_END_ID, INSTANT, LIST, problemsOf } from './fields.ts';
import type { PixElement, ProviderPayment } from './provider.ts';
import { devolutionListed } from './read-devolution.ts';

const TXID_OF_PIX = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);

/** Earlier than the first Pix: a time that is left zero would be accepted, and credited by nobody. */
const BEFORE_PIX = new Date('2020-01-01T00:00:00Z');
const SETTLED_AT = INSTANT.refine((at) => at >= BEFORE_PIX, 'earlier than Pix');

const PIX = z.object({
  endToEndId: END_TO_END_ID,
  txid: TXID_OF_PIX.nullish(),
  valor: AMOUNT,
  horario: SETTLED_AT,
  devolucoes: LIST,
  pagador: z.unknown().optional(),
});

const PAYER = z.object({ cpf: z.string().nullish(), cnpj: z.string().nullish() });

/**
 * `pagador {cpf | cnpj, nome}`: an extension of several banks. One valid document, of the kind it is said to
 * be, or nobody.
 */
function payerOf(raw: unknown): TaxDocument | null {
  const { cpf, cnpj } = PAYER.safeParse(raw).data ?? {};
  const taxId = cpf ?? cnpj;
  if (typeof taxId !== 'string' || (typeof cpf === 'string' && typeof cnpj === 'string')) return null;
  const document = parseTaxId(taxId);
  return document?.kind === (taxId === cpf ? 'cpf' : 'cnpj') ? document : null;
}

/**
 * One element of a list of Pix, read as tolerantly as money allows: what it must have is id, amount and time.
 */
export function readPix(raw: unknown): PixElement {
  const element = { key: sha256Hex(JSON.stringify(raw) ?? ''), raw };
  const { success, data, error } = PIX.safeParse(raw);
  if (!success) return { ...element, kind: 'unreadable', problems: problemsOf(error) };
  const payment: ProviderPayment = {
    endToEndId: data.endToEndId as EndToEndId,
    txid: (data.txid ?? null) as Txid | null,
    amount: data.valor,
    paidAt: data.horario,
    devolutions: data.devolucoes.map(devolutionListed),
    payer: payerOf(data.pagador),
  };
  return { ...element, kind: 'payment', payment };
}
