import type { PayoutEvent } from '@gx/contracts/payout';
import type { RunEvidence } from './evidence.ts';

/** The arrows of the specification (decisions, section 7, States), and what each is announced as. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  STATUS_UNSPECIFIED: ['PENDING', 'PROCESSING'],
  PENDING: ['PROCESSING', 'CANCELLED', 'FAILED'],
  PROCESSING: ['PAID', 'FAILED'],
  PAID: ['FAILED'],
};
const EVENT_OF: Readonly<Record<string, string>> = {
  PAID: 'payout.paid',
  FAILED: 'payout.failed',
  CANCELLED: 'payout.failed',
};

const changeOf = ({ created, paid, failed }: PayoutEvent) => created ?? paid ?? failed;

/** Follows a payout through its events; that one that waited is sent now no event tells. */
export const illegalPayouts = ({ payouts, payoutEvents }: RunEvidence): string[] =>
  payouts.flatMap(({ _id, status }) => {
    const own = [...payoutEvents.values()].map(({ event }) => event).filter(({ payoutId }) => payoutId === _id);
    const faults: string[] = [];
    let at = 'STATUS_UNSPECIFIED';
    for (const event of own.toSorted((a, b) => a.sequence - b.sequence)) {
      const change = changeOf(event);
      if (change?.payout == null) continue;
      const { previousStatus: from, payout } = change;
      const to = payout.status;
      const isSilent = at === 'PENDING' && from === 'PROCESSING';
      if (from !== at && !isSilent) faults.push(`${_id}: ${event.type} left ${from}, it was ${at}`);
      if (!ARROWS[from]?.includes(to)) faults.push(`${_id}: ${from} to ${to} is no arrow`);
      const name = from === 'STATUS_UNSPECIFIED' ? 'payout.created' : EVENT_OF[to];
      if (name !== event.type) faults.push(`${_id}: ${to} was announced as ${event.type}`);
      at = to;
    }
    return at === status ? faults : [...faults, `${_id} is ${status}, its events end at ${at}`];
  });
