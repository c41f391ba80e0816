import { formatAmount } from './amount.ts';
import { fitted } from './fitted-text.ts';
import type { DevolutionTerms } from './provider.ts';

/**
 * `descricao` travels in the pacs.004, which has room for this much (API Pix 2.9.0, `DevolucaoSolicitada`).
 */
const TEXT_MAX = 140;

/** The body of `PUT /pix/{e2eid}/devolucao/{id}`. Without `natureza` it returns an ordinary Pix. */
export function buildDevolutionRequest({ amount, text }: DevolutionTerms): string {
  return JSON.stringify({ valor: formatAmount(amount), descricao: fitted(text, TEXT_MAX) });
}
