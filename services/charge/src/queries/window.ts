import { Refusal } from '@gx/core';

const DAYS_MAX = 365;

/** How many days statistics may be asked for (decisions N8). */
export function checkDays(days: number): number {
  if (days >= 1 && days <= DAYS_MAX) return days;
  throw new Refusal('invalid_request', `The days must be from 1 to ${DAYS_MAX}.`, { param: 'days' });
}
