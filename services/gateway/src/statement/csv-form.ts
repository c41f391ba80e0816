import type { PublicWalletTransaction } from '@gx/contracts';
import type { StatementForm } from './statement.ts';

type Column = readonly [name: string, of: (line: PublicWalletTransaction) => string | number];

/** The fields of a transaction in their order; what is nested has the names of both. */
const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => id],
  ['object', ({ object }) => object],
  ['type', ({ type }) => type],
  ['amount', ({ amount }) => amount],
  ['fee', ({ fee }) => fee],
  ['net', ({ net }) => net],
  ['currency', ({ currency }) => currency],
  ['balance_after.available', ({ balance_after: { available } }) => available],
  ['balance_after.pending', ({ balance_after: { pending } }) => pending],
  ['balance_after.retained', ({ balance_after: { retained } }) => retained],
  ['source.type', ({ source }) => source?.type ?? ''],
  ['source.id', ({ source }) => source?.id ?? ''],
  ['description', ({ description }) => description],
  ['created_at', (line) => line.created_at],
  ['available_at', (line) => line.available_at],
];

const END = '\r\n';

/**
 * A field of RFC 4180. A spreadsheet takes a text that begins with one of these signs for a formula: an
 * apostrophe before it makes it a text again. A number is one, and below zero begins with a minus.
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const CSV_FORM: StatementForm = {
  contentType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  write: () => ({
    begin: COLUMNS.map(([name]) => name).join(',') + END,
    line: (line) => COLUMNS.map(([, of]) => csvField(of(line))).join(',') + END,
    between: '',
    end: '',
  }),
};
