import { publicWalletTransaction } from '@gx/contracts';
import type { ReadStatementResponse } from '@gx/contracts/ledger';
import type { StatementForm, StatementHead } from './statement.ts';

/** Reads the first page, or the one after `after`. */
export type ReadPage = (after?: string) => Promise<ReadStatementResponse>;
type Period = Omit<StatementHead, 'openingBalance' | 'closingBalance'>;

/** The text of a statement, a page of the ledger at a time: the next is read when this one was taken. */
export async function* streamStatement(
  form: StatementForm,
  period: Period,
  readPage: ReadPage,
): AsyncGenerator<string> {
  let page = await readPage();
  const { openingBalance, closingBalance } = page;
  const { begin, line, between, end } = form.write({ ...period, openingBalance, closingBalance });
  let before = begin;
  for (;;) {
    const lines = page.transactions.map((one) => line(publicWalletTransaction(one)));
    if (lines.length > 0) {
      yield before + lines.join(between);
      before = between;
    }
    if (page.next === undefined) break;
    page = await readPage(page.next);
  }
  yield (before === begin ? begin : '') + end;
}
