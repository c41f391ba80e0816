import { formatAmount } from './amount.ts';
import { fitted } from './fitted-text.ts';
import type { CashoutTerms } from './provider.ts';

const TEXT_MAX = 140;

/**
 * The body of Efí's `PUT /v2/gn/pix/{idEnvio}`: from the account of our key to the owner of the destination
 * key.
 */
export function buildCashoutRequest({ amount, destinationKey, text }: CashoutTerms, pixKey: string): string {
  return JSON.stringify({
    valor: formatAmount(amount),
    pagador: { chave: pixKey, infoPagador: fitted(text, TEXT_MAX) },
    favorecido: { chave: destinationKey },
  });
}
