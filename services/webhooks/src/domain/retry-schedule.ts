/** Seconds before the second to the fifteenth attempt: 67 h 52 m 35 s in all (decisions N15). */
export const RETRY_WAITS_SECONDS = [
  5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800, 36_000, 43_200, 86_400,
] as const;

/** Attempts of a delivery before it is a dead letter (specification, Limits). */
export const MAX_ATTEMPTS = RETRY_WAITS_SECONDS.length + 1;

/** What is added to a wait, as a share of it, so that retries of one moment spread. */
export const JITTER_SHARE = 0.1;
/** The most that is added. */
export const JITTER_MAX_MS = 15 * 60_000;
/** The longest wait that an endpoint can ask for. */
export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

export type RetryTerms = {
  /** A number from 0 to 1 that spreads retries of one moment; it only ever adds. */
  readonly jitter: number;
  /** Shrinks or stretches our own waits and their jitter, never what the endpoint asked for. */
  readonly scale: number;
  /** What the endpoint's `Retry-After` asked for. */
  readonly retryAfterMs?: number | undefined;
};

/**
 * Milliseconds from the end of attempt number `attempt` (1 is the first) to the next; undefined after the
 * last one. A `Retry-After` can only postpone, and by no more than 24 hours.
 */
export function retryDelayMs(attempt: number, { jitter, scale, retryAfterMs = 0 }: RetryTerms): number | undefined {
  const seconds = RETRY_WAITS_SECONDS[attempt - 1];
  if (seconds === undefined) return undefined;
  const wait = seconds * 1_000;
  const ours = (wait + Math.min(wait * JITTER_SHARE, JITTER_MAX_MS) * jitter) * scale;
  return Math.ceil(Math.max(ours, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)));
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const CLOCK = '\\d{2}:\\d{2}:\\d{2}';
/** The three forms of HTTP-date that a recipient must read (RFC 9110, section 5.6.7). */
const HTTP_DATES = [
  new RegExp(`^${DAY}, \\d{2} ${MONTH} \\d{4} ${CLOCK} GMT$`),
  new RegExp(`^${LONG_DAY}, \\d{2}-${MONTH}-\\d{2} ${CLOCK} GMT$`),
  new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${CLOCK} \\d{4}$`),
];

/**
 * Milliseconds that a `Retry-After` header asks for (seconds or an HTTP-date); undefined when it says
 * neither.
 */
export function parseRetryAfter(header: string, now: Date): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  if (!HTTP_DATES.some((form) => form.test(header))) return undefined;
  const at = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
