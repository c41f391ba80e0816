import { isUnavailable } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { bookingOf } from '../domain/say-again.ts';
import type { Holds } from '../peers/holds.ts';
import type { RefundStore } from '../store/refunds.ts';
import type { Unheard, UnheardStore } from '../store/unheard-words.ts';

type Deps = {
  readonly unbooked: UnheardStore;
  readonly refunds: RefundStore;
  readonly holds: Pick<Holds, 'booked'>;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;
/** What was said again so long after it happened, and is not booked, will not be: the ledger parks it, and has told people why. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/** Asks the ledger whether it has booked what it alone has to hear, losses and money of no charge that is back, and says again what it has not. */
export const bookAgain = (deps: Deps) => async (): Promise<void> => {
  const { unbooked, log, afterMs } = deps;
  let said = 0;
  for (const one of await unbooked.due(afterMs, PAGE)) {
    try {
      if (await look(deps, one)) said += 1;
    } catch (err) {
      // The ledger will be there again, and nobody is kept waiting: what was said was most likely heard.
      if (isUnavailable(err)) break;
      log.error({ refund_id: one.id, err }, 'nobody knows whether the ledger has booked a refund');
      await unbooked.later(one);
    }
  }
  if (said > 0) log.warn({ refunds: said }, 'the ledger has not booked refunds, said again');
};

/** True when something was said again. */
async function look({ unbooked, refunds, holds, log }: Deps, one: Unheard): Promise<boolean> {
  const refund = await refunds.byId(one.tenant, one.id);
  if (refund === undefined) return false;
  const booking = bookingOf(refund);
  const booked =
    booking === undefined || (await holds.booked({ requestId: refund.id }, refund.tenant, booking.reference));
  const isOld = booking !== undefined && one.since.getTime() - booking.word.occurredAt.getTime() > GIVEN_UP_AFTER_MS;
  if (booking === undefined || booked === true || isOld) {
    if (booked === false)
      log.error({ alarm: 'refund_unbooked', refund_id: refund.id }, 'the ledger does not book a refund, given up');
    await unbooked.settled(one, refund);
    return false;
  }
  if (booked === 'unsaid') {
    await unbooked.later(one);
    return false;
  }
  await unbooked.sayAgain(one, refund, booking.word);
  return true;
}
