import { Refusal } from '@gx/core';
import { dayIn, hasWholeHours, lastDays } from '../domain/days.ts';

const DAYS_MAX = 365;

/** The days that statistics are asked for, and how the day of a moment is found (decisions N8, A47). */
export type Window = { readonly days: readonly string[]; readonly dayOf: (time: Date) => string };

/** The last so many days, today included; of a time zone whose hours are those of UTC. */
export function windowOf(now: Date, days: number, timeZone = 'UTC'): Window {
  if (days < 1 || days > DAYS_MAX)
    throw new Refusal('invalid_request', `The days must be from 1 to ${DAYS_MAX}.`, { param: 'days' });
  const nearby = lastDays(now, days + 2);
  if (!hasWholeHours(timeZone, nearby)) throw new Refusal('invalid_request', WHOLE_HOURS, { param: 'tz' });
  return { days: lastDays(now, days, timeZone), dayOf: dayIn(timeZone) };
}

const WHOLE_HOURS =
  'tz must be an IANA time zone, such as America/Sao_Paulo, whole hours from UTC on all of these days.';
