import { z } from 'zod';
import { AMOUNT, problemsOf } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { ProviderDevolution } from './provider.ts';

const STATUS: Readonly<Record<string, ProviderDevolution['status']>> = {
  EM_PROCESSAMENTO: 'in_progress',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};
const REASON = z.string().nullable().catch(null);

const LISTED = z.object({
  id: z.string().nullable().catch(null),
  valor: AMOUNT.nullable().catch(null),
  status: z.string().catch(''),
  motivo: REASON,
});
const ANSWERED = z.object({ id: z.string().min(1), valor: AMOUNT, status: z.string(), motivo: REASON });

/** One of a Pix's `devolucoes`, read as far as it can be: what is wrong with it must not hide the Pix. */
export function devolutionListed(raw: unknown): ProviderDevolution {
  const { success, data } = LISTED.safeParse(raw);
  if (!success) return { id: null, amount: null, status: 'unrecognised', reason: null };
  return { id: data.id, amount: data.valor, status: STATUS[data.status] ?? 'unrecognised', reason: data.motivo };
}

/** The bank's answer about the devolution `id`. Final states are `done`, the failed one too; all else is `pending`. */
export function devolutionAnswered(raw: unknown, id: string): Outcome<ProviderDevolution> {
  const { success, data, error } = ANSWERED.safeParse(raw);
  if (!success)
    return { kind: 'unknown', cause: { reason: 'unreadable_answer', detail: problemsOf(error).join('; ') } };
  if (data.id !== id) return { kind: 'unknown', cause: { reason: 'unexpected_answer', detail: 'another devolution' } };
  const status = STATUS[data.status] ?? 'unrecognised';
  const value = { id, amount: data.valor, status, reason: data.motivo };
  return { kind: status === 'returned' || status === 'failed' ? 'done' : 'pending', value };
}
