import { type EndToEndId, parseTaxId, sha256Hex, type TaxDocument, type Txid } from '@gx/core';
import { z } from 'zod';
import type { ReadTime } from './bank-time.ts';
import { AMOUNT, END_TO_END_ID, instant, LIST, problemsOf } from './fields.ts';
import type { PixElement, ProviderPayment } from './provider.ts';
import { devolutionListed } from './read-devolution.ts';

/**
 * A Pix of no charge has none, null or an empty one. Of charges that other systems made at the same bank it
 * may be a UUID.
 */
const TXID_OF_PIX = z
  .string()
  .regex(/^[a-zA-Z0-9-]{0,36}$/)
  .nullish();

/** Earlier than the first Pix: a time that is left zero would be accepted, and credited by nobody. */
const BEFORE_PIX = new Date('2020-01-01T00:00:00Z');

const pixIn = (readTime: ReadTime) =>
  z.object({
    endToEndId: END_TO_END_ID,
    txid: TXID_OF_PIX,
    valor: AMOUNT,
    horario: instant(readTime).refine((at) => at >= BEFORE_PIX, 'earlier than Pix'),
    devolucoes: LIST,
    pagador: z.unknown().optional(),
    gnExtras: z.object({ pagador: z.unknown().optional() }).nullish().catch(null),
  });

const PAYER = z.object({ cpf: z.string().nullish(), cnpj: z.string().nullish() });

/** `{cpf | cnpj, nome}`: one valid document, of the kind it is said to be, or nobody. */
function payerOf(raw: unknown): TaxDocument | null {
  const { cpf, cnpj } = PAYER.safeParse(raw).data ?? {};
  const taxId = cpf ?? cnpj;
  if (typeof taxId !== 'string' || (typeof cpf === 'string' && typeof cnpj === 'string')) return null;
  const document = parseTaxId(taxId);
  return document?.kind === (taxId === cpf ? 'cpf' : 'cnpj') ? document : null;
}

/** The payer of either place in which banks name one; of two who differ neither. */
function onlyPayer(...places: readonly unknown[]): TaxDocument | null {
  const [payer = null, ...others] = places.map(payerOf).filter((found) => found !== null);
  return others.every(({ value }) => value === payer?.value) ? payer : null;
}

/**
 * Reads an element of a list of Pix as tolerantly as money allows: what it must have is id, amount and time.
 */
export function pixReader(readTime: ReadTime): (raw: unknown) => PixElement {
  const form = pixIn(readTime);
  return (raw) => {
    const element = { key: sha256Hex(JSON.stringify(raw) ?? ''), raw };
    const { success, data, error } = form.safeParse(raw);
    if (!success) return { ...element, kind: 'unreadable', problems: problemsOf(error) };
    const payment: ProviderPayment = {
      endToEndId: data.endToEndId as EndToEndId,
      txid: (data.txid || null) as Txid | null,
      amount: data.valor,
      paidAt: data.horario,
      devolutions: data.devolucoes.map(devolutionListed),
      payer: onlyPayer(data.pagador, data.gnExtras?.pagador),
    };
    return { ...element, kind: 'payment', payment };
  };
}
