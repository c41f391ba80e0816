import { type EndToEndId, sha256Hex } from '@gx/core';
import { z } from 'zod';
import { AMOUNT, END_TO_END_ID, LIST, misread, problemsOf, unexpected } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { PixOutReturn, ProviderPixOut } from './pix-out.ts';
import type { PixElement } from './provider.ts';

/** The words of Efí's `status` (developer pages, "Envio e pagamento Pix"). */
const STATUS: Readonly<Record<string, ProviderPixOut['status']>> = {
  EM_PROCESSAMENTO: 'in_progress',
  REALIZADO: 'sent',
  NAO_REALIZADO: 'failed',
};
const ID = z.string().min(1);
const RAIL_ID = END_TO_END_ID.nullish().catch(null);
const MOTIVE = z.string().nullish().catch(null);
const FAULT = z.object({ codigo: MOTIVE, motivo: MOTIVE }).nullish().catch(null);

/** What has come back for good, and the words of what has not, or will not. */
const RETURNED = 'DEVOLVIDO';
const RETURN_WORDS: ReadonlySet<unknown> = new Set([RETURNED, 'EM_PROCESSAMENTO', 'NAO_REALIZADO']);
/** What is on its way back, or will not come, is no return yet: its amount and id may still be missing. */
const RETURN = z.union([
  z
    .object({ status: z.literal(RETURNED), id: z.string().nullish(), rtrId: z.string().nullish(), valor: AMOUNT })
    .transform(({ id, rtrId, valor: amount }) => ({ id: id || rtrId || '', amount }))
    .refine(({ id }) => id !== '', 'neither id nor rtrId'),
  z.object({ status: z.string().refine((word) => word !== RETURNED) }).transform(() => null),
]);
/**
 * As a devolution of a Pix that arrived, in the form of the standard. One that cannot be read makes the whole
 * unreadable: money that came back is not left out.
 */
const RETURNS = LIST.pipe(z.array(RETURN)).transform((list): readonly PixOutReturn[] =>
  list.filter((one) => one !== null),
);

/** An answer names the id `idEnvio` at its top and the end-to-end id by either of two names. */
const ANSWER = z.object({
  idEnvio: ID,
  endToEndId: RAIL_ID,
  e2eId: RAIL_ID,
  valor: AMOUNT,
  status: z.string(),
  motivo: MOTIVE,
  gnExtras: z.object({ erro: FAULT }).nullish().catch(null),
  devolucoes: RETURNS,
});
/** A callback hides it in `gnExtras`. */
const CALLBACK = z.object({
  endToEndId: RAIL_ID,
  valor: AMOUNT.nullable().catch(null),
  status: z.string(),
  gnExtras: z.object({ idEnvio: ID, erro: FAULT }),
  devolucoes: RETURNS,
});

/**
 * The bank's answer about the Pix that we sent as `id`. Final states are `done`, the failed one too; all else
 * is `pending`.
 */
export function pixOutAnswered(raw: unknown, id: string): Outcome<ProviderPixOut> {
  const { success, data, error } = ANSWER.safeParse(raw);
  if (!success) return misread(error);
  if (data.idEnvio !== id) return unexpected('another sent Pix');
  const status = STATUS[data.status] ?? 'unrecognised';
  const endToEndId = (data.endToEndId ?? data.e2eId ?? null) as EndToEndId | null;
  const reason = reasonOf(data.gnExtras?.erro) ?? data.motivo ?? null;
  const kind = status === 'sent' || status === 'failed' ? 'done' : 'pending';
  return { kind, value: { id, endToEndId, amount: data.valor, status, reason, returns: data.devolucoes } };
}

/** Whether an answer shows a return in a state that this version does not know: it counts as under way. */
export function hasUnrecognisedReturn(raw: unknown): boolean {
  const { data = [] } = z
    .object({ devolucoes: LIST.pipe(z.array(z.object({ status: z.unknown() }))) })
    .transform(({ devolucoes }) => devolucoes)
    .safeParse(raw);
  return data.some(({ status }) => !RETURN_WORDS.has(status));
}

/**
 * Whether an element of a callback speaks of money that we sent: it answers a request of ours, or carries our
 * id.
 */
export function isPixOutCallback(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const { tipo, gnExtras }: { tipo?: unknown; gnExtras?: unknown } = raw;
  return tipo === 'SOLICITACAO' || (typeof gnExtras === 'object' && gnExtras !== null && 'idEnvio' in gnExtras);
}

/** An element of a callback for which `isPixOutCallback` holds. */
export function readPixOutCallback(raw: unknown): PixElement {
  const element = { key: sha256Hex(JSON.stringify(raw) ?? ''), raw };
  const { success, data, error } = CALLBACK.safeParse(raw);
  if (!success) return { ...element, kind: 'unreadable', problems: problemsOf(error) };
  const pixOut: ProviderPixOut = {
    id: data.gnExtras.idEnvio,
    endToEndId: (data.endToEndId ?? null) as EndToEndId | null,
    amount: data.valor,
    status: STATUS[data.status] ?? 'unrecognised',
    reason: reasonOf(data.gnExtras.erro),
    returns: data.devolucoes,
  };
  return { ...element, kind: 'pix_out', pixOut };
}

/** The SPI code if there is one, else the sentence. */
const reasonOf = (fault: z.infer<typeof FAULT> | undefined): string | null => fault?.codigo ?? fault?.motivo ?? null;
