import type { CheckBankProfileResponse } from '@gx/contracts/charge';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type CheckBankProfile = { readonly id: string; readonly json?: true };

/** Every question may take as long as a bank that hardly answers. */
const DEADLINE_MS = 120_000;

/**
 * `ops bank-profile check`: whether a bank does everything that a profile needs. Changes nothing; exit code 1
 * when something fails.
 */
export async function checkBankProfile({ id, json }: CheckBankProfile, terminal: Terminal): Promise<ExitCode> {
  const target = { service: 'charge', env: terminal.env, deadlineMs: DEADLINE_MS } as const;
  const answer = await withClient(target, ({ client, call }) => client.checkBankProfile(call, { id }));
  terminal.out(json ? `${JSON.stringify({ profile: id, ...answer })}\n` : checkText(id, answer));
  return answer.checks.some(({ result }) => result === 'failed') ? EXIT.problems : EXIT.done;
}

/** The checks as an operator reads them. */
export function checkText(id: string, { livemode, checks }: CheckBankProfileResponse): string {
  const failed = checks.filter(({ result }) => result === 'failed').length;
  const table = textTable(
    ['CHECK', 'RESULT', 'DETAIL'],
    checks.map(({ name, result, detail }) => [name, result, detail]),
  );
  const sum = failed === 0 ? 'Nothing failed.' : `${failed} of ${checks.length} failed.`;
  return `${table}\nBank profile ${id} (${livemode ? 'live' : 'test'}): ${sum}\n`;
}
