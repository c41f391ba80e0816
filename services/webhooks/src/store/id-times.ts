import type { Id } from '@gx/core';

/** When an id was made: a delivery's own time, so that lists by time read the ids alone. */
export const timeOfId = (id: Id<'delivery'>): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

/** No id that was made at `ms` or later is below this one. */
export function firstIdAt(ms: number): Id<'delivery'> {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000` as Id<'delivery'>;
}
