import { isTooLate, type Logger, tellUnheard } from '@gx/runtime';
import { bookingOf } from '../domain/say-again.ts';
import type { Holds } from '../peers/holds.ts';
import type { RefundStore } from '../store/refunds.ts';
import type { Unheard, UnheardStore } from '../store/unheard-words.ts';

type Deps = {
  readonly unposted: UnheardStore;
  readonly refunds: RefundStore;
  readonly holds: Pick<Holds, 'booked'>;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Asks the ledger whether it has booked what it alone has to hear, losses and money of no charge that is
 * back, and says again what it has not.
 */
export const bookAgain = (deps: Deps) => async (): Promise<void> => {
  const { unposted, log, afterMs } = deps;
  const said = await tellUnheard({
    due: await unposted.due(afterMs, PAGE),
    look: (one) => look(deps, one),
    putOff: (one, err) => {
      log.error({ refund_id: one.id, err }, 'nobody knows whether the ledger has booked a refund');
      return unposted.later(one);
    },
  });
  if (said > 0) log.warn({ refunds: said }, 'the ledger has not booked refunds, said again');
};

/** True when something was said again. */
async function look({ unposted, refunds, holds, log }: Deps, one: Unheard): Promise<boolean> {
  const refund = await refunds.byId(one.tenant, one.id);
  if (refund === undefined) return false;
  const booking = bookingOf(refund);
  const booked =
    booking === undefined || (await holds.booked({ requestId: refund.id }, refund.tenant, booking.reference));
  const isOld = booking !== undefined && isTooLate(one.since, booking.word.occurredAt);
  if (booking === undefined || booked || isOld) {
    if (!booked)
      log.error({ alarm: 'refund_unposted', refund_id: refund.id }, 'the ledger does not book a refund, given up');
    await unposted.settled(one, refund);
    return false;
  }
  await unposted.sayAgain(one, refund, booking.word);
  return true;
}
