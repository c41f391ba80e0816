import { isoMillis } from '@gx/core';
import { writeValor } from '../domain/money.ts';
import type { Devolution, Pix } from '../domain/pix.ts';

/** `Pix` of the standard, plus `pagador` where the bank reports payers: an extension some banks have (pix.md 2.3). */
export function pixJson(pix: Pix): Record<string, unknown> {
  const valor = writeValor(pix.amount);
  return {
    endToEndId: pix.endToEndId,
    ...(pix.txid === undefined ? {} : { txid: pix.txid }),
    valor,
    componentesValor: { original: { valor } },
    chave: pix.chave,
    horario: isoMillis(pix.settledAt),
    ...(pix.infoPagador === undefined ? {} : { infoPagador: pix.infoPagador }),
    ...(pix.reportPayer === 'notification'
      ? { pagador: { [pix.payer.kind]: pix.payer.taxId, nome: pix.payer.name } }
      : {}),
  };
}

/** One Pix in the bank's own books, as a tester reads them: snake_case, centavos. */
export const booksJson = (pix: Pix): Record<string, unknown> => ({
  end_to_end_id: pix.endToEndId,
  amount: pix.amount,
  received_at: isoMillis(pix.settledAt),
  devolutions: pix.devolutions.map(({ id, amount, status, reason }: Devolution) => ({
    id,
    amount,
    status,
    reason: reason ?? null,
  })),
});
