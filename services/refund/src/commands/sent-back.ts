import type { BankCall, PixProvider, ProviderDevolution } from '@gx/acquirer';
import type { Refund } from '../domain/refund.ts';

/** What of a Pix is on its way back already, by anybody's order. */
export type SentBack = 'all' | 'moving' | 'not_all' | 'no_answer';

/**
 * Looks at the Pix itself: an operator at the bank's own pages, or an earlier try of ours, may have sent it back. What goes back in full under
 * any id is not sent again.
 */
export async function sentBack(provider: PixProvider, { bank, amount }: Refund, call: BankCall): Promise<SentBack> {
  const outcome = await provider.getPayment(bank.endToEndId, call);
  if ((outcome.kind !== 'done' && outcome.kind !== 'pending') || outcome.value === null) return 'no_answer';
  const { amount: whole, devolutions } = outcome.value;
  const of = (...wanted: readonly ProviderDevolution['status'][]): number =>
    devolutions
      .filter(({ status }) => wanted.includes(status))
      // An amount that cannot be read could be all of it.
      .reduce((sum, devolution) => sum + (devolution.amount ?? whole), 0);
  const owed = amount ?? whole;
  if (of('returned') >= owed) return 'all';
  return of('returned', 'in_progress', 'unrecognised') >= owed ? 'moving' : 'not_all';
}
