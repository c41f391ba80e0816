/** ISO 8601 UTC with milliseconds, the only form that leaves the service (specification, Conventions 3). */
export const isoMillis = (date: Date): string => date.toISOString();

export const addMillis = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

const RFC3339 = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads an RFC 3339 time with offset, or a date alone; a date alone means its first or its last millisecond in UTC.
 * Undefined for anything else, days that do not exist included.
 */
export function parseTimestamp(raw: string, edge: 'start' | 'end' = 'start'): Date | undefined {
  const match = RFC3339.exec(raw);
  if (match === null) return undefined;
  const [, day = '', clock, fraction = '', zone = ''] = match;
  const midnight = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  if (clock === undefined) return edge === 'start' ? midnight : addMillis(midnight, 86_399_999);
  const parsed = new Date(`${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}${zone.toUpperCase()}`);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed;
}
