import type { ProviderDevolution, ProviderPayment } from '@gx/acquirer';
import type { Logger } from '@gx/runtime';

/** How much of a Pix the bank shows as given back, or on its way. Failed devolutions count for nothing. */
export function goneAtBank({ amount, devolutions }: ProviderPayment): 'none' | 'some' | 'all' {
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
