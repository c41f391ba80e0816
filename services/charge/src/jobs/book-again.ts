import { isTooLate, type Logger, tellUnheard } from '@gx/runtime';
import type { Books } from '../books/books.ts';
import type { UnbookedEvent } from '../store/charge-document.ts';
import type { Unbooked, UnbookedStore } from '../store/unbooked-events.ts';

type Deps = {
  readonly unbooked: UnbookedStore;
  readonly books: Books;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/** Asks the ledger whether it has booked what it alone hears, held money and disputes, and tells it again of what it has not: an event may be lost on its way. */
export const bookAgain = (deps: Deps) => async (): Promise<void> => {
  const { unbooked, log, afterMs } = deps;
  const told = await tellUnheard({
    due: await unbooked.due(afterMs, PAGE),
    look: (one) => look(deps, one),
    putOff: (one, err) => {
      log.error({ charge_id: one.id, err }, 'nobody knows whether the ledger has booked money of a charge');
      return unbooked.later(one);
    },
  });
  if (told > 0) log.warn({ charges: told }, 'the ledger has not booked money of charges, told again');
};

/** True when something was told again. */
async function look({ unbooked, books, log }: Deps, one: Unbooked): Promise<boolean> {
  const references = one.events.map(({ reference }) => reference);
  const booked = await books.booked({ requestId: one.id }, one.tenant, references);
  const isBooked = ({ reference }: UnbookedEvent): boolean => booked !== 'unsaid' && booked.has(reference);
  const isOld = ({ event }: UnbookedEvent): boolean => isTooLate(one.since, event.at);
  const settled = one.events.filter((event) => isBooked(event) || isOld(event));
  const givenUp = settled.filter((event) => !isBooked(event)).map(({ reference }) => reference);
  if (givenUp.length > 0 && booked !== 'unsaid')
    log.error(
      { alarm: 'charge_unbooked', charge_id: one.id, references: givenUp },
      'the ledger does not book money of a charge, given up',
    );
  if (settled.length === one.events.length) await unbooked.settled(one);
  else if (booked === 'unsaid') await unbooked.later(one, settled);
  else {
    await unbooked.tellAgain(one, settled);
    return true;
  }
  return false;
}
