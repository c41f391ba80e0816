import type { Txid } from '@gx/core';
import { z } from 'zod';
import { unexpected, unreadable } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { QuotedCharge } from './provider.ts';

const TEXT = z.string().optional().catch(undefined);
const AMOUNT = z.union([z.string(), z.number()]).optional().catch(undefined);
const NUMBER = z.number().optional().catch(undefined);
const lenient = <S extends z.ZodRawShape>(shape: S) => z.object(shape).optional().catch(undefined);

const DEVOLUTION = z.object({
  id: TEXT,
  rtrId: TEXT,
  valor: AMOUNT,
  natureza: TEXT,
  status: TEXT,
  motivo: TEXT,
  horario: lenient({ solicitacao: TEXT, liquidacao: TEXT }),
});

const PIX = z.object({
  endToEndId: TEXT,
  txid: TEXT,
  valor: AMOUNT,
  horario: TEXT,
  devolucoes: z.array(DEVOLUTION).optional().catch(undefined),
});

/**
 * What of a cob (API Pix 2.9.0, `CobCompleta`) may be shown to the merchant whose charge it is: what the
 * money did. Left out are the debtor and the payer, what the payer wrote, and the receiving account's key.
 */
const COB = z.object({
  txid: z.string(),
  status: z.string(),
  revisao: NUMBER,
  calendario: lenient({ criacao: TEXT, expiracao: z.union([z.number(), z.string()]).optional().catch(undefined) }),
  valor: lenient({ original: AMOUNT, modalidadeAlteracao: NUMBER }),
  loc: lenient({ id: NUMBER, location: TEXT, tipoCob: TEXT }),
  location: TEXT,
  pixCopiaECola: TEXT,
  brcode: TEXT,
  textoImagemQRcode: TEXT,
  solicitacaoPagador: TEXT,
  pix: z.array(PIX).optional().catch(undefined),
});

/** A cob in the bank's own words; an answer about another one is none. */
export function quoteCharge(raw: unknown, txid: Txid): Outcome<QuotedCharge> {
  const { success, data } = COB.safeParse(raw);
  if (!success) return unreadable('not a charge');
  if (data.txid !== txid) return unexpected('another txid');
  const givenBack = data.pix?.some(({ devolucoes = [] }) => devolucoes.length > 0) ?? false;
  return { kind: 'done', value: { status: data.status, quoted: data, givenBack } };
}
