import { isTooLate, type Logger, tellUnheard } from '@gx/runtime';
import { isHeard, lastWord, sayWhereItStands } from '../domain/say-again.ts';
import type { Charges } from '../peers/charges.ts';
import type { RefundStore } from '../store/refunds.ts';
import type { Unheard, UnheardStore } from '../store/unheard-words.ts';

type Deps = {
  readonly unheard: UnheardStore;
  readonly refunds: RefundStore;
  readonly charges: Charges;
  readonly log: Logger;
  readonly now: () => Date;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Asks charge what it has heard of refunds that something was said of lately, and says again what it has not:
 * a word may be lost on its way.
 */
export const sayAgain = (deps: Deps) => async (): Promise<void> => {
  const { unheard, log, afterMs } = deps;
  const said = await tellUnheard({
    due: await unheard.due(afterMs, PAGE),
    look: (one) => look(deps, one),
    putOff: (one, err) => {
      log.error({ refund_id: one.id, err }, 'nobody knows whether charge has heard of a refund');
      return unheard.later(one);
    },
  });
  if (said > 0) log.warn({ refunds: said }, 'charge has not heard of refunds, said again');
};

/** True when something was said again. */
async function look({ unheard, refunds, charges, log, now }: Deps, one: Unheard): Promise<boolean> {
  const refund = await refunds.byId(one.tenant, one.id);
  if (refund === undefined || refund.chargeId === null) return false;
  const heard = await charges.heard({ requestId: refund.id }, refund.tenant, refund.chargeId);
  const isDone = heard === 'unseen' || (heard !== 'unsaid' && isHeard(refund, heard.get(refund.id)));
  const word = lastWord(refund);
  const isOld = word !== undefined && isTooLate(one.since, word.occurredAt);
  if (isDone || isOld) {
    if (!isDone && heard !== 'unsaid')
      log.error({ alarm: 'refund_unheard', refund_id: refund.id }, 'charge does not take in a refund, given up');
    await unheard.settled(one, refund);
    return false;
  }
  if (heard === 'unsaid') {
    await unheard.later(one);
    return false;
  }
  if (word === undefined) await refunds.updatePlain(refund, (current) => sayWhereItStands(current, now()));
  else await unheard.sayAgain(one, refund, word);
  return true;
}
