import { type ApiKeyRow, accountOf, apiKeyRow } from './api-key.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type ListKeys = {
  readonly account: string;
  readonly createdAfter?: Date;
  readonly limit: number;
  readonly json?: true;
};

/** `ops keys list`: the API keys of an account, newest first. */
export async function listKeys(
  { account, createdAfter, limit, json }: ListKeys,
  terminal: Terminal,
): Promise<ExitCode> {
  const accountId = accountOf(account);
  const since = createdAfter === undefined ? {} : { createdAfterMs: createdAfter.getTime() };
  const { keys, total } = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.listAccountKeys(call, { accountId, limit, ...since }),
  );
  const rows = keys.map(apiKeyRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : apiKeyTable(rows, total));
  return EXIT.done;
}

const HEADINGS = ['KEY', 'FINGERPRINT', 'BEGINS WITH', 'MODE', 'CREATED'];

/** The keys as an operator reads them, and whether that is all of them. */
export function apiKeyTable(rows: readonly ApiKeyRow[], total: number): string {
  if (total === 0) return 'There is no API key.\n';
  const cells = rows.map(({ keyId, fingerprint, prefix, mode, createdAt }) => [
    keyId,
    fingerprint,
    prefix,
    mode,
    createdAt,
  ]);
  const more = rows.length < total ? `${rows.length} of ${total} ${rows.length === 1 ? 'is' : 'are'} shown.\n` : '';
  return `${textTable(HEADINGS, cells)}\n${more}`;
}
