import type { PublicWalletTransaction } from '@gx/contracts';
import type { StatementQuery } from '../input/statement-query.ts';

/** What a statement is about. Amounts in the smallest unit; nothing in it says when it was made. */
export type StatementHead = Pick<StatementQuery, 'from' | 'to' | 'tz' | 'currency'> & {
  /** When the first day begins, and when the last is over. */
  readonly fromMs: number;
  readonly endMs: number;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly openingBalance: number;
  readonly closingBalance: number;
};

/** A statement as text: its beginning, each line, what stands between two lines, and its end. */
export type StatementText = {
  readonly begin: string;
  readonly line: (line: PublicWalletTransaction) => string;
  readonly between: string;
  readonly end: string;
};

export type StatementForm = {
  readonly contentType: string;
  /** Of a file that is saved; absent of what is read as it is. */
  readonly extension?: string;
  readonly write: (head: StatementHead) => StatementText;
};
