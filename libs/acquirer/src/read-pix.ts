import { type EndToEndId, parseTimestamp, sha256Hex, type Txid } from '@gx/core';
import { z } from 'zod';
import { parseAmount } from './amount.ts';
import type { PixElement, ProviderDevolution, ProviderPayment } from './provider.ts';

/** `37.00` in centavos. */
export const AMOUNT = z.string().transform((text, context) => parseAmount(text) ?? refuse(context, 'not an amount'));

/** RFC 3339 with any offset. A time without an offset, or a day alone, is not guessed at: it decides about money. */
export const INSTANT = z
  .string()
  .transform(
    (text, context) => (text.length > 10 ? parseTimestamp(text) : undefined) ?? refuse(context, 'not an instant'),
  );

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A list that a bank may write as its only element (the document's own examples do). Absent is empty. */
export const LIST = z
  .unknown()
  .default([])
  .transform((value): readonly unknown[] => (Array.isArray(value) ? value : value === null ? [] : [value]));

// End-to-end ids have 32 characters; examples of the central bank have 34, so what comes is not counted too closely.
const END_TO_END_ID = z.string().regex(/^[a-zA-Z0-9]{20,40}$/);
const TXID_OF_PIX = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);

const PIX = z.object({
  endToEndId: END_TO_END_ID,
  txid: TXID_OF_PIX.nullish(),
  valor: AMOUNT,
  horario: INSTANT,
  devolucoes: LIST,
});

const DEVOLUTION = z.object({
  id: z.string().nullable().catch(null),
  valor: AMOUNT.nullable().catch(null),
  status: z.string().catch(''),
  motivo: z.string().nullable().catch(null),
});

const DEVOLUTION_STATUS: Readonly<Record<string, ProviderDevolution['status']>> = {
  EM_PROCESSAMENTO: 'in_progress',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};

function readDevolution(raw: unknown): ProviderDevolution {
  const { success, data } = DEVOLUTION.safeParse(raw);
  if (!success) return { id: null, amount: null, status: 'unrecognised', reason: null };
  const status = DEVOLUTION_STATUS[data.status] ?? 'unrecognised';
  return { id: data.id, amount: data.valor, status, reason: data.motivo };
}

/** One element of a list of Pix, read as tolerantly as money allows: what it must have is id, amount and time. */
export function readPix(raw: unknown): PixElement {
  const element = { key: sha256Hex(JSON.stringify(raw) ?? ''), raw };
  const { success, data, error } = PIX.safeParse(raw);
  if (!success) return { ...element, kind: 'unreadable', problems: problemsOf(error) };
  const payment: ProviderPayment = {
    endToEndId: data.endToEndId as EndToEndId,
    txid: (data.txid ?? null) as Txid | null,
    amount: data.valor,
    settledAt: data.horario,
    devolutions: data.devolucoes.map(readDevolution),
  };
  return { ...element, kind: 'payment', payment };
}

/** What is wrong with a document: path and rule, never its values. */
export const problemsOf = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'element'}: ${message}`);
