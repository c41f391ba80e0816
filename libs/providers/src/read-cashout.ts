import { type EndToEndId, sha256Hex } from '@gx/core';
import { z } from 'zod';
import { AMOUNT, END_TO_END_ID, misread, problemsOf, unexpected } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { PixElement, ProviderCashout } from './provider.ts';

/** The words of Efí's `status` (developer pages, "Envio e pagamento Pix"). */
const STATUS: Readonly<Record<string, ProviderCashout['status']>> = {
  EM_PROCESSAMENTO: 'in_progress',
  REALIZADO: 'sent',
  NAO_REALIZADO: 'failed',
};
const ID = z.string().min(1);
const RAIL_ID = END_TO_END_ID.nullish().catch(null);
const MOTIVE = z.string().nullish().catch(null);
const FAULT = z.object({ codigo: MOTIVE, motivo: MOTIVE }).nullish().catch(null);

/** An answer names the id `idEnvio` at its top and the end-to-end id by either of two names. */
const ANSWER = z.object({
  idEnvio: ID,
  endToEndId: RAIL_ID,
  e2eId: RAIL_ID,
  valor: AMOUNT,
  status: z.string(),
  motivo: MOTIVE,
  gnExtras: z.object({ erro: FAULT }).nullish().catch(null),
});
/** A callback hides it in `gnExtras`. */
const CALLBACK = z.object({
  endToEndId: RAIL_ID,
  valor: AMOUNT.nullable().catch(null),
  status: z.string(),
  gnExtras: z.object({ idEnvio: ID, erro: FAULT }),
});

/**
 * The bank's answer about the Pix that we sent as `id`. Final states are `done`, the failed one too; all else
 * is `pending`.
 */
export function cashoutAnswered(raw: unknown, id: string): Outcome<ProviderCashout> {
  const { success, data, error } = ANSWER.safeParse(raw);
  if (!success) return misread(error);
  if (data.idEnvio !== id) return unexpected('another sent Pix');
  const status = STATUS[data.status] ?? 'unrecognised';
  const endToEndId = (data.endToEndId ?? data.e2eId ?? null) as EndToEndId | null;
  const reason = reasonOf(data.gnExtras?.erro) ?? data.motivo ?? null;
  const kind = status === 'sent' || status === 'failed' ? 'done' : 'pending';
  return { kind, value: { id, endToEndId, amount: data.valor, status, reason } };
}

/**
 * Whether an element of a callback speaks of money that we sent: it answers a request of ours, or carries our
 * id.
 */
export function isCashoutCallback(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const { tipo, gnExtras }: { tipo?: unknown; gnExtras?: unknown } = raw;
  return tipo === 'SOLICITACAO' || (typeof gnExtras === 'object' && gnExtras !== null && 'idEnvio' in gnExtras);
}

/** An element of a callback for which `isCashoutCallback` holds. */
export function readCashoutCallback(raw: unknown): PixElement {
  const element = { key: sha256Hex(JSON.stringify(raw) ?? ''), raw };
  const { success, data, error } = CALLBACK.safeParse(raw);
  if (!success) return { ...element, kind: 'unreadable', problems: problemsOf(error) };
  const cashout: ProviderCashout = {
    id: data.gnExtras.idEnvio,
    endToEndId: (data.endToEndId ?? null) as EndToEndId | null,
    amount: data.valor,
    status: STATUS[data.status] ?? 'unrecognised',
    reason: reasonOf(data.gnExtras.erro),
  };
  return { ...element, kind: 'cashout', cashout };
}

/** The SPI code if there is one, else the sentence. */
const reasonOf = (fault: z.infer<typeof FAULT> | undefined): string | null => fault?.codigo ?? fault?.motivo ?? null;
