import { z } from 'zod';
import { isTimeZone, startOfDay, utcDay } from '../statement/days.ts';
import { currencyCode } from './currency-code.ts';
import { readAs } from './text.ts';

/** Days of one statement. */
export const STATEMENT_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** Nothing happened before, and nobody lives to read a statement of what comes after. */
const isInReach = (day: string): boolean => day >= '2000-01-01' && day < '9999-01-01';
const DATE_RULE = 'must be a date, YYYY-MM-DD';
const date = z
  .string({ error: DATE_RULE })
  .refine((raw) => utcDay(raw) !== undefined && isInReach(raw), DATE_RULE)
  .meta({ description: 'A date of `tz`; the day belongs to the period.', format: 'date' });

/** In a query a plus that was not escaped arrives as a space; `Etc/GMT+3` has one. */
const tz = readAs((raw) => {
  const name = raw.replaceAll(' ', '+');
  return isTimeZone(name) ? name : undefined;
}, 'must be an IANA time zone, as in America/Sao_Paulo')
  .optional()
  .transform((value) => value ?? 'America/Sao_Paulo')
  .meta({ description: 'Whose days: an IANA time zone. Default America/Sao_Paulo.' });

export const STATEMENT_FORMATS = ['json', 'csv', 'ofx'] as const;

/** `GET /v1/wallets/statement` (decisions, section 8): the days `from` and `to` of `tz`, both included. */
export const statementQuery = z
  .object({
    from: date,
    to: date,
    tz,
    currency: currencyCode.optional().transform((value) => value ?? 'BRL'),
    format: z
      .enum(STATEMENT_FORMATS, { error: `must be one of ${STATEMENT_FORMATS.join(', ')}` })
      .optional()
      .transform((value) => value ?? 'json'),
  })
  .superRefine(({ from, to }, context) => {
    const days = 1 + ((utcDay(to) ?? 0) - (utcDay(from) ?? 0)) / DAY_MS;
    const message =
      days < 1
        ? 'must not be before from'
        : days > STATEMENT_DAYS_MAX
          ? `must be at most ${STATEMENT_DAYS_MAX} days from from, both included`
          : undefined;
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['to'], message });
  });

/** The period of a statement in milliseconds: from the first moment of `from` up to the end of `to`. */
export const periodOf = ({
  from,
  to,
  tz: zone,
}: StatementQuery): { readonly fromMs: number; readonly endMs: number } => ({
  fromMs: startOfDay(from, zone),
  endMs: startOfDay(nextDay(to), zone),
});

const nextDay = (day: string): string => new Date((utcDay(day) ?? 0) + DAY_MS).toISOString().slice(0, 10);

export type StatementQuery = z.output<typeof statementQuery>;
