import { addMillis } from '@gx/core';
import { dayOf } from './contribution.ts';

const DAY_MS = 86_400_000;

/** The last so many days up to the day of `now`, in UTC, oldest first. */
export function lastDays(now: Date, days: number): readonly string[] {
  return Array.from({ length: days }, (_, nth) => dayOf(addMillis(now, (nth + 1 - days) * DAY_MS)));
}
