import type { ProviderPayment } from '@gx/providers';
import { type Logger, onceADay } from '@gx/runtime';

/** Told once a day by each process: a payment is looked at again and again while it waits. */
const isFirstToday = onceADay();

/**
 * A payment that its bank stamps with a time that has not come waits until it has, and people are told: the
 * profile's zone may be wrong.
 */
export function warnOfClock(
  { log }: { readonly log: Logger },
  { endToEndId, paidAt }: Pick<ProviderPayment, 'endToEndId' | 'paidAt'>,
  details: Readonly<Record<string, string>>,
): void {
  if (!isFirstToday(endToEndId)) return;
  log.error(
    { alarm: 'bank_clock', ...details, paid_at: paidAt },
    'the bank says that a payment settles in the future; it is not decided about before',
  );
}
