import { invariant } from '@gx/core';
import { isTooLate, type Logger, redeliver } from '@gx/runtime';
import { isAcknowledged, lastEvent } from '../domain/redelivery.ts';
import type { Charges } from '../peers/charges.ts';
import type { RedeliveryStore, UnconfirmedRefund } from '../store/redelivery.ts';

type Deps = {
  readonly unacknowledged: RedeliveryStore;
  readonly charges: Charges;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Checks that charge knows the last status of each refund that changed lately, and publishes its last event
 * again if not: an event may be lost.
 */
export const redeliverUnacknowledged = (deps: Deps) => async (): Promise<void> => {
  const { unacknowledged, log, afterMs } = deps;
  const redelivered = await redeliver({
    due: await unacknowledged.due(afterMs, PAGE),
    check: (one) => check(deps, one),
    reschedule: (one, err) => {
      log.error({ refund_id: one.refund.id, err }, 'acknowledgement of a refund not confirmed, rescheduled');
      return unacknowledged.later(one);
    },
  });
  if (redelivered > 0) log.warn({ refunds: redelivered }, 'unacknowledged refund events redelivered');
};

/** True when the event was published again. */
async function check({ unacknowledged, charges, log }: Deps, one: UnconfirmedRefund): Promise<boolean> {
  const { refund } = one;
  invariant(refund.chargeId !== null, 'without a charge nobody has to acknowledge a refund');
  const acknowledged = await charges.acknowledged({ requestId: refund.id }, refund.tenant, refund.chargeId);
  const isDone =
    acknowledged === 'unseen' || (acknowledged !== 'unsaid' && isAcknowledged(refund, acknowledged.get(refund.id)));
  const event = lastEvent(refund);
  invariant(event !== undefined, 'what is unacknowledged was published');
  const isOld = isTooLate(one.since, event.occurredAt);
  if (isDone || isOld) {
    if (!isDone && acknowledged !== 'unsaid')
      log.error(
        { alarm: 'refund_unacknowledged', refund_id: refund.id },
        'refund event not acknowledged by charge, redelivery stopped after a day',
      );
    await unacknowledged.settle(one);
    return false;
  }
  if (acknowledged === 'unsaid') {
    await unacknowledged.later(one);
    return false;
  }
  return unacknowledged.republish(one, event);
}
