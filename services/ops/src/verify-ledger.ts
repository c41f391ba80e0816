import type { AddressBalance, LedgerProblem, VerifyLedgerResponse } from '@gx/contracts/ledger';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { counted, textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

/** Reading every journal takes as long as it takes. */
const DEADLINE_MS = 3_600_000;

type VerifyLedger = { readonly json?: true; readonly suspenseGraceSeconds?: number };

/** `ops ledger verify`: exit code 1 and a table when a balance, a hold, a tranche or a chain is wrong. */
export async function verifyLedger(
  { json, suspenseGraceSeconds }: VerifyLedger,
  terminal: Terminal,
): Promise<ExitCode> {
  const request = suspenseGraceSeconds === undefined ? {} : { suspenseGraceSeconds };
  const report = await withClient(
    { service: 'ledger', env: terminal.env, deadlineMs: DEADLINE_MS },
    ({ client, call }) => client.verifyLedger(call, request),
  );
  terminal.out(json ? `${JSON.stringify(report)}\n` : ledgerReport(report));
  return report.problemCount === 0 ? EXIT.done : EXIT.problems;
}

/**
 * The report as an operator reads it: where the money stands, what is wrong, and one line that sums it up.
 */
export function ledgerReport({ wallets, entries, problems, problemCount, addresses }: VerifyLedgerResponse): string {
  const read = `${counted(wallets, 'wallet')} and ${counted(entries, 'journal entry', 'journal entries')} read`;
  const stands = addresses.length === 0 ? '' : `${textTable(STANDS, addresses.map(stand))}\n\n`;
  if (problemCount === 0) return `${stands}${read}: every balance and every chain agrees.\n`;
  const rest = problemCount > problems.length ? `, the first ${problems.length} above` : '';
  return `${stands}${textTable(HEADINGS, problems.map(row))}\n${read}: ${counted(problemCount, 'problem')}${rest}.\n`;
}

const STANDS = ['MODE', 'CURRENCY', 'ADDRESS', 'DEBITS LESS CREDITS', 'BANK PROFILE'];

const stand = ({ livemode, currency, address, balance, bankProfileId }: AddressBalance): string[] => [
  livemode ? 'live' : 'test',
  currency,
  address,
  String(balance),
  bankProfileId,
];

const HEADINGS = ['ACCOUNT', 'MODE', 'CURRENCY', 'SEQ', 'PROBLEM', 'DETAIL'];

const row = ({ accountId, livemode, currency, seq, kind, message }: LedgerProblem): string[] => [
  accountId,
  livemode ? 'live' : 'test',
  currency,
  String(seq),
  kind,
  message,
];
