import { type Charge, type Decision, KEEP } from './charge.ts';
import type { ReceivedPix } from './decide-payment.ts';

/** Further than two clocks are apart: such a time is no time of payment (decisions, section 14). */
const APART_MS = 5 * 60_000;

/** A Pix that its bank once stamped with a time that had not come. */
export type StampedAhead = Pick<ReceivedPix, 'endToEndId' | 'paidAt'>;
type ClockRecord = { readonly stampedAhead?: readonly StampedAhead[] };

/**
 * Whether nothing may be decided about a Pix yet: the bank says that it will settle. Once it was so, not
 * before that time has come.
 */
export const isAheadOfClock = (noted: ClockRecord, pix: StampedAhead, now: Date): boolean =>
  pix.paidAt.getTime() > now.getTime() + (wasAhead(noted, pix) ? 0 : APART_MS);

/**
 * Whether the time of a Pix is one that was seen before it had come: what is late by it alone is nobody's
 * fault but the bank's clock's.
 */
export const wasAhead = ({ stampedAhead = [] }: ClockRecord, { endToEndId, paidAt }: StampedAhead): boolean =>
  stampedAhead.some((one) => one.endToEndId === endToEndId && one.paidAt.getTime() === paidAt.getTime());

/** Remembers which Pix of a charge were stamped ahead, each under the time that it was last seen with. */
export function noteAhead(charge: Charge, ahead: readonly StampedAhead[]): Decision {
  const news = ahead.filter((pix) => !wasAhead(charge, pix)).map(({ endToEndId, paidAt }) => ({ endToEndId, paidAt }));
  if (news.length === 0) return KEEP;
  const others = (charge.stampedAhead ?? []).filter(
    ({ endToEndId }) => !news.some((one) => one.endToEndId === endToEndId),
  );
  return { kind: 'change', charge: { ...charge, stampedAhead: [...others, ...news] }, events: [] };
}
