import type { JournalEntry } from './entry.ts';

/**
 * Where a line stands: the wallet by its currency, the entry by its place in the chain, the line of the entry.
 * `proof` is the head of the entry's hash: in another wallet nothing has it.
 */
export type TransactionPlace = {
  readonly currency: string;
  readonly seq: number;
  readonly line: number;
  readonly proof: string;
};

const PROOF_DIGITS = 16;
const SEQ_DIGITS = 12;
const LINE_DIGITS = 2;
const TEXT = /^([0-9a-f]{16})([0-9a-f]{12})([0-9a-f]{2})((?:[0-9a-f]{2}){3,8})$/;

const proofOf = ({ hash }: Pick<JournalEntry, 'hash'>): string => hash.slice(0, PROOF_DIGITS);
const digits = (value: number, length: number): string => value.toString(16).padStart(length, '0');

/** The id of a line, the same for ever: hexadecimal digits that only the ledger reads. */
export const transactionId = (entry: Pick<JournalEntry, 'hash' | 'seq' | 'currency'>, line: number): string =>
  [
    proofOf(entry),
    digits(entry.seq, SEQ_DIGITS),
    digits(line, LINE_DIGITS),
    Buffer.from(entry.currency, 'latin1').toString('hex'),
  ].join('');

/** Reads what `transactionId` writes; undefined if it is none. Whether such a line is there, it does not say. */
export function parseTransactionId(text: string): TransactionPlace | undefined {
  const [, proof, seq, line, currency] = TEXT.exec(text) ?? [];
  if (proof === undefined || seq === undefined || line === undefined || currency === undefined) return undefined;
  const place = { seq: Number.parseInt(seq, 16), line: Number.parseInt(line, 16) };
  return { proof, ...place, currency: Buffer.from(currency, 'hex').toString('latin1') };
}

/** Whether a place is in this very entry. */
export const isPlaceOf = ({ proof, seq, currency }: TransactionPlace, entry: JournalEntry): boolean =>
  proof === proofOf(entry) && seq === entry.seq && currency === entry.currency;
