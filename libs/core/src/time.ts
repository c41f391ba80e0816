/** ISO 8601 UTC with milliseconds, the only form that leaves the service (specification, Conventions 3). */
export const isoMillis = (date: Date): string => date.toISOString();

export const addMillis = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

/** Whose days are those of limits and of statements (decisions, sections 7, 8 and 10). */
export const BRAZIL_TIME_ZONE = 'America/Sao_Paulo';

/** The day (`YYYY-MM-DD`) of a moment in a time zone. */
export function dayIn(timeZone: string): (time: Date) => string {
  if (timeZone === 'UTC') return (time) => time.toISOString().slice(0, 10);
  // Swedish dates are written as ours are.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (time) => format.format(time);
}

const RFC3339 = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2}))?$/;
const ISO8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?))?$/;

type Edge = 'start' | 'end';

/**
 * Reads an RFC 3339 time with offset, or a date alone; a date alone means its first or its last millisecond
 * in UTC. Undefined for anything else, days that do not exist included. What banks write (API Pix,
 * `date-time`).
 */
export const parseTimestamp = (raw: string, edge: Edge = 'start'): Date | undefined => instantOf(RFC3339, raw, edge);

/**
 * The same for what merchants write, who are promised ISO 8601 (specification, Charges, Payments): seconds
 * may be left out, an offset may be `±hhmm` or `±hh`, a fraction may follow a comma. A time without a zone
 * stays undefined: nobody can say which instant it means.
 */
export const parseIsoTime = (raw: string, edge: Edge = 'start'): Date | undefined => instantOf(ISO8601, raw, edge);

/**
 * A bound of a list, inclusive: the first or the last millisecond within it. What is finer than a millisecond
 * begins with the next one (RFC 3339 allows any fraction, and nothing here is stored finer).
 */
export function parseIsoBound(raw: string, edge: Edge): Date | undefined {
  const at = parseIsoTime(raw, edge);
  return at !== undefined && edge === 'start' && FINER_THAN_MILLIS.test(raw) ? addMillis(at, 1) : at;
}
const FINER_THAN_MILLIS = /[.,]\d{3}\d*[1-9]/;

function instantOf(form: RegExp, raw: string, edge: Edge): Date | undefined {
  const match = form.exec(raw);
  if (match === null) return undefined;
  const [, day = '', minute, second = '00', fraction = '', zone = ''] = match;
  const midnight = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  if (minute === undefined) return edge === 'start' ? midnight : addMillis(midnight, 86_399_999);
  const millis = fraction.padEnd(3, '0').slice(0, 3);
  const parsed = new Date(`${day}T${minute}:${second}.${millis}${offsetOf(zone)}`);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed;
}

/** `Z` or `±hh:mm`: `Date` is held to no other form by its standard. */
const offsetOf = (zone: string): string =>
  /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
