import type { ProviderDevolution, ProviderPayment } from '@gx/acquirer';
import type { EndToEndId } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';

export type Gone = 'none' | 'some' | 'all';

/** How much of a Pix the bank shows as given back, or on its way. Failed devolutions count for nothing. */
export function goneAtBank({ amount, devolutions }: ProviderPayment): Gone {
  const sum = (statuses: readonly ProviderDevolution['status'][]): number =>
    devolutions
      .filter(({ status }) => statuses.includes(status))
      .reduce((total, devolution) => total + (devolution.amount ?? 0), 0);
  if (sum(['returned']) >= amount) return 'all';
  return devolutions.some(({ status }) => status !== 'failed') ? 'some' : 'none';
}

/** New money that somebody else is giving back in part can be neither credited nor returned whole: it waits, and people are told. */
export const warnOfHalfGone = ({ log }: { readonly log: Logger }, facts: Readonly<Record<string, string>>): void =>
  log.error({ alarm: 'receipt_half_returned', ...facts }, 'the bank shows new money that is being given back in part');

/** How much of a Pix is gone by the bank's own word, asked now; undefined when it gives none. */
export async function askGone(bank: Bank | undefined, endToEndId: EndToEndId): Promise<Gone | undefined> {
  const shown = await bank?.provider.getPayment(endToEndId);
  return shown?.kind === 'done' && shown.value !== null ? goneAtBank(shown.value) : undefined;
}
