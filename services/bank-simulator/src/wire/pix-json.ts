import { isoMillis } from '@gx/core';
import { writeValor } from '../domain/money.ts';
import type { Devolution, Pix } from '../domain/pix.ts';

/**
 * `Pix` of the standard, plus `pagador` where the bank reports payers: an extension some banks have (pix.md
 * 2.3).
 */
export function pixJson(pix: Pix): Record<string, unknown> {
  const valor = writeValor(pix.amount);
  return {
    endToEndId: pix.endToEndId,
    txid: pix.txid,
    valor,
    componentesValor: { original: { valor } },
    chave: pix.chave,
    horario: isoMillis(pix.paidAt),
    infoPagador: pix.infoPagador,
    pagador:
      pix.reportPayer === 'notification' ? { [pix.payer.kind]: pix.payer.taxId, nome: pix.payer.name } : undefined,
    devolucoes: pix.devolutions.length === 0 ? undefined : pix.devolutions.map(devolutionJson),
  };
}

/** `Devolucao` of the standard. */
export const devolutionJson = (devolution: Devolution): Record<string, unknown> => ({
  id: devolution.id,
  rtrId: devolution.rtrId,
  valor: writeValor(devolution.amount),
  natureza: devolution.nature ?? 'ORIGINAL',
  descricao: devolution.descricao,
  horario: {
    solicitacao: isoMillis(devolution.requestedAt),
    liquidacao: devolution.paidAt && isoMillis(devolution.paidAt),
  },
  status: devolution.status,
  motivo: devolution.motivo,
});

/** One Pix in the bank's own books, as a tester reads them: snake_case, centavos. */
export const booksJson = (pix: Pix): Record<string, unknown> => ({
  end_to_end_id: pix.endToEndId,
  txid: pix.txid ?? null,
  amount: pix.amount,
  received_at: isoMillis(pix.paidAt),
  devolutions: pix.devolutions.map(devolutionBooks),
});

/** One devolution in the bank's own books. */
export const devolutionBooks = (devolution: Devolution): Record<string, unknown> => ({
  id: devolution.id,
  rtr_id: devolution.rtrId,
  amount: devolution.amount,
  status: devolution.status,
  nature: devolution.nature ?? 'ORIGINAL',
  reason: devolution.motivo ?? null,
  requested_at: isoMillis(devolution.requestedAt),
  settled_at: devolution.paidAt === undefined ? null : isoMillis(devolution.paidAt),
});
