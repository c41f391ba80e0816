import { addMillis, dayIn } from '@gx/core';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The hour of a moment, in UTC: `YYYY-MM-DDTHH`. */
export const hourOf = (time: Date): string => time.toISOString().slice(0, 13);
/** When an hour begins. */
export const startOf = (hour: string): Date => new Date(`${hour}:00:00.000Z`);
/** When an hour is over. */
export const endOf = (hour: string): Date => addMillis(startOf(hour), HOUR_MS);

/** The last so many days up to the day of `now` in a time zone, oldest first. */
export function lastDays(now: Date, days: number, timeZone = 'UTC'): readonly string[] {
  const today = startOf(`${dayIn(timeZone)(now)}T00`);
  return Array.from({ length: days }, (_, nth) =>
    addMillis(today, (nth + 1 - days) * DAY_MS)
      .toISOString()
      .slice(0, 10),
  );
}

/** No time zone is further from UTC. */
const OFFSET_MS_MAX = 14 * HOUR_MS;

/** The hours in UTC among which all those of these days are, in whatever time zone. */
export function hoursAround(days: readonly string[]): { readonly first: string; readonly last: string } {
  const [first, last] = [startOf(`${days[0]}T00`), startOf(`${days.at(-1)}T23`)];
  return { first: hourOf(addMillis(first, -OFFSET_MS_MAX)), last: hourOf(addMillis(last, OFFSET_MS_MAX)) };
}

/** Whether it is the name of a time zone whose hours begin with those of UTC on all of these days. */
export function hasWholeHours(timeZone: string, days: readonly string[]): boolean {
  if (!/^[A-Za-z]/.test(timeZone)) return false;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
    return days.every((day) => Number(format.format(startOf(`${day}T00`))) === 0);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
