import { type Cents, cents } from '@gx/core';
import type { BankCall, PixProvider, ProviderDevolution } from '@gx/providers';
import type { PlainRefund } from '../domain/refund.ts';

/**
 * What of a Pix is on its way back already, by anybody's order; `rest`: nothing moves, and so much has not
 * gone back.
 */
export type SentBackResult =
  | { readonly kind: 'all' | 'moving' | 'no_answer' }
  | { readonly kind: 'rest'; readonly amount: Cents };

/**
 * Looks at the Pix itself: the bank, an operator at the bank's own pages, or an earlier try of ours, may have
 * sent it back. What goes back under any id is not sent again.
 */
export async function sentBack(
  provider: PixProvider,
  { bank }: Pick<PlainRefund, 'bank'>,
  call: BankCall,
): Promise<SentBackResult> {
  const outcome = await provider.getPayment(bank.endToEndId, call);
  if ((outcome.kind !== 'done' && outcome.kind !== 'pending') || outcome.value === null) return { kind: 'no_answer' };
  const { amount: whole, devolutions } = outcome.value;
  const of = (...statuses: readonly ProviderDevolution['status'][]): number =>
    devolutions
      .filter(({ status }) => statuses.includes(status))
      // An amount that cannot be read could be all of it.
      .reduce((sum, devolution) => sum + (devolution.amount ?? whole), 0);
  const returned = of('returned');
  if (returned >= whole) return { kind: 'all' };
  return of('in_progress', 'unrecognised') > 0 ? { kind: 'moving' } : { kind: 'rest', amount: cents(whole - returned) };
}
