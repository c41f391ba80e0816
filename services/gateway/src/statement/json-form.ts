import type { StatementForm } from './statement.ts';

export const JSON_FORM: StatementForm = {
  contentType: 'application/json; charset=utf-8',
  write: ({ from, to, currency, openingBalance, closingBalance }) => {
    const head = { from, to, currency, opening_balance: openingBalance, closing_balance: closingBalance };
    return {
      begin: `${JSON.stringify(head).slice(0, -1)},"transactions":[`,
      line: (line) => JSON.stringify(line),
      between: ',',
      end: ']}',
    };
  },
};
