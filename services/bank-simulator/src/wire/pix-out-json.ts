import { isoMillis, maskedTaxId, parseTaxId } from '@gx/core';
import type { DirectoryEntry } from '../domain/key-directory.ts';
import { writeValor } from '../domain/money.ts';
import type { BankAccount, PixOut, PixOutDestination, PixOutReturn } from '../domain/pix-out.ts';

/** Efí's answer to `PUT /v2/gn/pix/{idEnvio}`, and to its `/qrcode`. */
export const acceptedPixOut = (pixOut: PixOut): Record<string, unknown> => ({
  idEnvio: pixOut.idEnvio,
  e2eId: pixOut.endToEndId,
  valor: writeValor(pixOut.amount),
  horario: { solicitacao: isoMillis(pixOut.requestedAt) },
  status: pixOut.status,
});

/**
 * Efí's answer to a question about a sent Pix. Why one failed, and what came back of it, Efí's does not say
 * (DEVIATIONS.md).
 */
export const pixOutJson = (pixOut: PixOut): Record<string, unknown> => ({
  endToEndId: pixOut.endToEndId,
  idEnvio: pixOut.idEnvio,
  valor: writeValor(pixOut.amount),
  chave: pixOut.chave,
  status: pixOut.status,
  infoPagador: pixOut.infoPagador,
  horario: {
    solicitacao: isoMillis(pixOut.requestedAt),
    liquidacao: pixOut.paidAt && isoMillis(pixOut.paidAt),
  },
  favorecido: receiverJson(pixOut.destination),
  devolucoes: returnsJson(pixOut),
  gnExtras: pixOut.code === undefined ? undefined : { erro: errorJson(pixOut) },
});

/** An account is shown as Efí shows it, its holder's document masked. */
const receiverJson = (destination: PixOutDestination): Record<string, unknown> =>
  destination.kind === 'bank_account' ? { contaBanco: accountJson(destination.account) } : { chave: destination.key };

function accountJson({ document, ...account }: BankAccount): Record<string, unknown> {
  return { ...account, [document.kind]: maskedOf(document.taxId) };
}

/** Whatever may be no document at all shows nothing of itself. */
function maskedOf(taxId: string): string {
  const document = parseTaxId(taxId);
  return document === undefined ? '***' : maskedTaxId(document.value).replace(/^\w+ /, '');
}

/**
 * The element of Efí's callback about a sent Pix (its pages, webhooks, "Pix enviado" and "Pix rejeitado"); what
 * came back of it as the standard has it of a Pix that arrived.
 */
export const pixOutCallback = (pixOut: PixOut): Record<string, unknown> => ({
  endToEndId: pixOut.endToEndId,
  chave: pixOut.chave,
  tipo: 'SOLICITACAO',
  status: pixOut.status,
  valor: writeValor(pixOut.amount),
  horario: pixOut.paidAt === undefined ? null : isoMillis(pixOut.paidAt),
  devolucoes: returnsJson(pixOut),
  gnExtras: { idEnvio: pixOut.idEnvio, erro: errorJson(pixOut) },
});

const errorJson = ({ code, motivo }: PixOut) =>
  code === undefined ? undefined : { codigo: code, origem: 'PSP do usuário recebedor', motivo };

const returnsJson = ({ returns }: PixOut) =>
  returns.length === 0
    ? undefined
    : returns.map(({ id, rtrId, amount, at }) => ({
        id,
        rtrId,
        valor: writeValor(amount),
        horario: { solicitacao: isoMillis(at), liquidacao: isoMillis(at) },
        status: 'DEVOLVIDO',
      }));

/** Whose a key is: an answer of this bank's own. */
export const keyOwnerJson = (key: string, { kind, taxId, name }: DirectoryEntry): Record<string, unknown> => ({
  chave: key,
  titular: { [kind]: taxId, nome: name },
});

/** A sent Pix in the bank's own books, as a tester reads it: snake_case, centavos. */
export const pixOutBooks = (pixOut: PixOut): Record<string, unknown> => ({
  id_envio: pixOut.idEnvio,
  client_id: pixOut.clientId,
  end_to_end_id: pixOut.endToEndId,
  amount: pixOut.amount,
  destination: maskedDestination(pixOut.destination),
  destination_key: pixOut.destination.kind === 'bank_account' ? null : pixOut.destination.key,
  status: pixOut.status,
  code: pixOut.code ?? null,
  reason: pixOut.motivo ?? null,
  returns: pixOut.returns.map(returnBooks),
  requested_at: isoMillis(pixOut.requestedAt),
  settled_at: pixOut.paidAt === undefined ? null : isoMillis(pixOut.paidAt),
  history: pixOut.history.map(({ status, at }) => ({ status, at: isoMillis(at) })),
});

/** Money that came back, in the bank's own books. */
export const returnBooks = ({ id, rtrId, amount, at }: PixOutReturn): Record<string, unknown> => ({
  id,
  rtr_id: rtrId,
  amount,
  at: isoMillis(at),
});

/** Enough to tell destinations apart, and to name nobody: `ma***@example.com`, `***4725`. */
export function maskedDestination(destination: PixOutDestination): string {
  if (destination.kind === 'bank_account')
    return `${destination.account.codigoBanco}/***${lastOf(destination.account.conta)}`;
  const { key } = destination;
  const at = key.indexOf('@');
  return at < 0 ? `***${lastOf(key)}` : `${key.slice(0, Math.min(2, at - 1))}***${key.slice(at)}`;
}

/** The last four, of what is long enough to hide the rest. */
const lastOf = (text: string): string => (text.length < 8 ? '' : text.slice(-4));
