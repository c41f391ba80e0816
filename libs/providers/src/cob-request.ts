import { formatAmount } from './amount.ts';
import { fitted } from './fitted-text.ts';
import type { ChargeTerms } from './provider.ts';

/** Limits of `CobSolicitada` (API Pix 2.9.0). */
const TEXT_MAX = 140;
const NAME_MAX = 200;

/**
 * The body of `PUT /cob/{txid}`, to be stored with the charge and sent unchanged each time: on an active cob
 * a PUT is a revision, so a retry with any other body would change what the payer sees. The payer may not
 * alter the amount.
 */
export function buildCobRequest(terms: ChargeTerms, pixKey: string): string {
  const { amount, expiresInSeconds, description, debtor } = terms;
  const nome = fitted(debtor?.name, NAME_MAX);
  return JSON.stringify({
    calendario: { expiracao: expiresInSeconds },
    devedor: debtor && nome && { [debtor.document.kind]: debtor.document.value, nome },
    valor: { original: formatAmount(amount), modalidadeAlteracao: 0 },
    chave: pixKey,
    solicitacaoPagador: fitted(description, TEXT_MAX),
  });
}
