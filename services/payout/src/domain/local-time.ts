/** Days, nights and hours of payouts are those of Brazil's capital (decisions, section 7, Limits). */
const ZONE = 'America/Sao_Paulo';
/** A night is from 20 h to 6 h, and named by the day on which it begins. */
const NIGHT = { from: 20, to: 6 } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

type LocalTime = { readonly day: string; readonly hour: number; readonly sinceHourMs: number };

function localTimeOf(at: Date): LocalTime {
  const parts = new Map(FORMAT.formatToParts(at).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  const sinceHourMs = (number('minute') * 60 + number('second')) * 1_000 + at.getMilliseconds();
  return { day, hour: number('hour'), sinceHourMs };
}

/** The local day, `2026-11-29`. */
export const dayOf = (at: Date): string => localTimeOf(at).day;

/** The day on which the night began that it is then; null by day. */
export function nightOf(at: Date): string | null {
  const { day, hour } = localTimeOf(at);
  if (hour >= NIGHT.from) return day;
  return hour < NIGHT.to ? dayOf(new Date(at.getTime() - NIGHT.to * HOUR_MS)) : null;
}

/** The end of the night that it is then: six o'clock. */
export function endOfNight(at: Date): Date {
  const { hour, sinceHourMs } = localTimeOf(at);
  const hours = (NIGHT.to - hour + 24) % 24;
  const end = new Date(at.getTime() + hours * HOUR_MS - sinceHourMs);
  // Where clocks are set in that night, six o'clock is an hour earlier or later.
  const shown = localTimeOf(end).hour;
  return shown === NIGHT.to ? end : new Date(end.getTime() + (NIGHT.to - shown) * HOUR_MS);
}

export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
