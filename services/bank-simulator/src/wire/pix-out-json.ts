import { isoMillis } from '@gx/core';
import { writeValor } from '../domain/money.ts';
import type { PixOut } from '../domain/pix-out.ts';

/** Efí's answer to `PUT /v2/gn/pix/{idEnvio}`. */
export const acceptedPixOut = (pixOut: PixOut): Record<string, unknown> => ({
  idEnvio: pixOut.idEnvio,
  e2eId: pixOut.endToEndId,
  valor: writeValor(pixOut.amount),
  horario: { solicitacao: isoMillis(pixOut.requestedAt) },
  status: pixOut.status,
});

/**
 * Efí's answer to a question about a sent Pix. It says that one failed and not why: only the callback does.
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
  favorecido: { chave: pixOut.destination },
});

/**
 * The element of Efí's callback about a sent Pix (its pages, webhooks, "Pix enviado" and "Pix rejeitado").
 */
export const pixOutCallback = (pixOut: PixOut): Record<string, unknown> => ({
  endToEndId: pixOut.endToEndId,
  chave: pixOut.chave,
  tipo: 'SOLICITACAO',
  status: pixOut.status,
  valor: writeValor(pixOut.amount),
  horario: pixOut.paidAt === undefined ? null : isoMillis(pixOut.paidAt),
  gnExtras: {
    idEnvio: pixOut.idEnvio,
    erro: pixOut.code && { codigo: pixOut.code, origem: 'PSP do usuário recebedor', motivo: pixOut.motivo },
  },
});

/** A sent Pix in the bank's own books, as a tester reads it: snake_case, centavos. */
export const pixOutBooks = (pixOut: PixOut): Record<string, unknown> => ({
  id_envio: pixOut.idEnvio,
  client_id: pixOut.clientId,
  end_to_end_id: pixOut.endToEndId,
  amount: pixOut.amount,
  destination_key: pixOut.destination,
  status: pixOut.status,
  code: pixOut.code ?? null,
  reason: pixOut.motivo ?? null,
  requested_at: isoMillis(pixOut.requestedAt),
  settled_at: pixOut.paidAt === undefined ? null : isoMillis(pixOut.paidAt),
  history: pixOut.history.map(({ status, at }) => ({ status, at: isoMillis(at) })),
});
