const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HOUR_MS = 3_600_000;

/** When a day (`YYYY-MM-DD`) begins in UTC, in milliseconds; undefined for what is no day. */
export function utcDay(text: string): number | undefined {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  // The 30th of February is the 2nd of March to `Date`.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : undefined;
}

/** Whether it is the name of a time zone; an offset is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The local time of a moment, `YYYY-MM-DD HH:MM:SS`: Swedish dates are written as ours are. */
const localTime = (timeZone: string): ((at: number) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
};

/**
 * The first moment of a day in a time zone, in milliseconds. Where a change of the clock skips midnight, or
 * the whole day, it is the moment of that change; so days follow each other without a gap, whatever a zone
 * does.
 */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = utcDay(day);
  if (midnight === undefined) throw new RangeError(`no day: ${day}`);
  const local = localTime(timeZone);
  // No zone is further from UTC than 14 hours.
  let [before, begun] = [midnight - 15 * HOUR_MS, midnight + 15 * HOUR_MS];
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (local(middle) >= day) begun = middle;
    else before = middle;
  }
  return begun;
}

/** No zone has changed its clock but at a quarter of an hour. */
const STEADY_MS = 15 * 60_000;

/** How far a zone is from UTC at a moment, in minutes; moments that follow each other cost one look. */
export function zoneOffset(timeZone: string): (at: number) => number {
  const local = localTime(timeZone);
  let [known, minutes] = [Number.NaN, 0];
  return (at) => {
    const steady = Math.floor(at / STEADY_MS) * STEADY_MS;
    if (steady === known) return minutes;
    known = steady;
    minutes = Math.round((Date.parse(`${local(steady).replace(' ', 'T')}Z`) - steady) / 60_000);
    return minutes;
  };
}
