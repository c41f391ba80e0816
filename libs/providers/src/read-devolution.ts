import { z } from 'zod';
import { AMOUNT, misread, unexpected, unreadable } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { DevolutionNature, ProviderDevolution } from './provider.ts';

const STATUS: Readonly<Record<string, ProviderDevolution['status']>> = {
  EM_PROCESSAMENTO: 'in_progress',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};
const NATURE: Readonly<Record<string, DevolutionNature>> = {
  ORIGINAL: 'original',
  RETIRADA: 'withdrawal',
  MED_FRAUDE: 'med_fraud',
  MED_OPERACIONAL: 'med_operational',
  MED_PIX_AUTOMATICO: 'med_automatic',
};
const NATUREZA = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => (text ? (NATURE[text] ?? 'unrecognised') : null));
const REASON = z.string().nullable().catch(null);

const LISTED = z.object({
  id: z.string().min(1).nullable().catch(null),
  rtrId: z.string().min(1).nullable().catch(null),
  valor: AMOUNT.nullable().catch(null),
  status: z.string().catch(''),
  motivo: REASON,
  natureza: NATUREZA,
});
const ANSWERED = z.object({
  id: z.string().nullish(),
  rtrId: z.string().nullish(),
  valor: AMOUNT,
  status: z.string(),
  motivo: REASON,
  natureza: NATUREZA,
});

/** One of a Pix's `devolucoes`, read as far as it can be: what is wrong with it must not hide the Pix. */
export function devolutionListed(raw: unknown): ProviderDevolution {
  const { success, data } = LISTED.safeParse(raw);
  if (!success) return { id: null, amount: null, status: 'unrecognised', reason: null, nature: null };
  const { id, rtrId, valor: amount, status, motivo: reason, natureza: nature } = data;
  const named = id === null && rtrId !== null ? ({ id: rtrId, isNamedByReturn: true } as const) : { id };
  return { ...named, amount, status: STATUS[status] ?? 'unrecognised', reason, nature };
}

/**
 * The bank's answer about the devolution `id`. Final states are `done`, the failed one too; all else is
 * `pending`.
 */
export function devolutionAnswered(raw: unknown, id: string): Outcome<ProviderDevolution> {
  const { success, data, error } = ANSWERED.safeParse(raw);
  if (!success) return misread(error);
  // An answer without its id is told from others by its return alone: it is the one of the address.
  if (!data.id && !data.rtrId) return unreadable('neither id nor rtrId');
  if (data.id && data.id !== id) return unexpected('another devolution');
  const status = STATUS[data.status] ?? 'unrecognised';
  const value = { id, amount: data.valor, status, reason: data.motivo, nature: data.natureza };
  return { kind: status === 'returned' || status === 'failed' ? 'done' : 'pending', value };
}
