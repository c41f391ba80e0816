import { addMillis, parseIsoTime } from '@gx/core';

/** How a bank writes times where it does not write the standard's. */
export type BankClock = {
  /** Whose clock they are of, by its IANA name. */
  readonly timeZone: string;
  /** `unmarked`: those without an offset. `all`: also those that are marked as UTC, and are not. */
  readonly covers: 'unmarked' | 'all';
};
export type ReadTime = (text: string) => Date | undefined;

const TIME = /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2})(?:[.,](\d+))?([Zz]|[+-]\d{2}:?\d{2})?$/;
const UTC = /^(?:[Zz]|[+-]00:?00)$/;
const DAY_MS = 86_400_000;

/**
 * Reads the times of a bank: offsets with and without a colon, fractions of any length, NUL characters behind
 * them. Without a clock of its own a time without an offset stays undefined, since it decides about money.
 */
export function timeReader(clock?: BankClock): ReadTime {
  const shownIn = clock === undefined ? undefined : instantIn(clock.timeZone);
  const isLocal = (offset: string): boolean => offset === '' || (clock?.covers === 'all' && UTC.test(offset));
  return (text) => {
    const [, second = '', fraction = '', offset = ''] = TIME.exec(withoutNuls(text)) ?? [];
    // What is finer than a millisecond is cut off: nothing is later than it was.
    const shown = `${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
    if (!isLocal(offset)) return parseIsoTime(`${shown}${offset}`);
    const asUtc = parseIsoTime(`${shown}Z`);
    return asUtc && shownIn?.(asUtc);
  };
}

function withoutNuls(text: string): string {
  const [written = '', ...rest] = text.split('\0');
  return rest.join('') === '' ? written : text;
}

/**
 * The instant at which the clocks of a zone show what UTC shows at `shown`. Of an hour that they show twice
 * the first, which makes no payment late; undefined for one that they leave out.
 */
function instantIn(timeZone: string): (shown: Date) => Date | undefined {
  // Swedish dates are written as ours are.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (at: Date): number => {
    const [day, time] = format.format(at).split(' ');
    return Date.parse(`${day}T${time}Z`) - Math.floor(at.getTime() / 1_000) * 1_000;
  };
  return (shown) => {
    const offsets = [-DAY_MS, DAY_MS].map((ms) => offsetAt(addMillis(shown, ms)));
    const instants = offsets.map((offset) => ({ offset, at: addMillis(shown, -offset) }));
    return instants.find(({ offset, at }) => offsetAt(at) === offset)?.at;
  };
}
