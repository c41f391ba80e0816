import type { LedgerProblem, VerifyLedgerResponse } from '@gx/contracts/ledger';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

/** Reading every journal takes as long as it takes. */
const DEADLINE_MS = 3_600_000;

/** `ops ledger verify`: exit code 1 and a table when a balance or a chain is wrong. */
export async function verifyLedger({ json }: { readonly json?: true }, terminal: Terminal): Promise<ExitCode> {
  const report = await withClient(
    { service: 'ledger', env: terminal.env, deadlineMs: DEADLINE_MS },
    ({ client, call }) => client.verifyLedger(call, {}),
  );
  terminal.out(json ? `${JSON.stringify(report)}\n` : ledgerReport(report));
  return report.problemCount === 0 ? EXIT.done : EXIT.problems;
}

/** The report as an operator reads it. */
export function ledgerReport({ wallets, entries, problems, problemCount }: VerifyLedgerResponse): string {
  const read = `${count(wallets, 'wallet')} and ${count(entries, 'journal entry', 'journal entries')} read`;
  if (problemCount === 0) return `${read}: every balance and every chain agrees.\n`;
  const rest = problemCount > problems.length ? `, the first ${problems.length} above` : '';
  return `${textTable(HEADINGS, problems.map(row))}\n${read}: ${count(problemCount, 'problem')}${rest}.\n`;
}

const HEADINGS = ['ACCOUNT', 'MODE', 'CURRENCY', 'SEQ', 'PROBLEM', 'DETAIL'];

const row = ({ accountId, livemode, currency, seq, kind, message }: LedgerProblem): string[] => [
  accountId,
  livemode ? 'live' : 'test',
  currency,
  String(seq),
  kind,
  message,
];

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
