import type { ExportPersonalDataResponse } from '@gx/contracts/charge';
import { isoMillis } from '@gx/core';
import { type CustomerOptions, customerOf } from './erase-personal-data.ts';
import { wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type ExportOptions = CustomerOptions & { readonly json?: true };
type ExportRecord = ExportPersonalDataResponse['records'][number];

/** `ops privacy export`: a line for each charge and field, or an object for each charge. */
export async function exportPersonalData({ json, ...options }: ExportOptions, terminal: Terminal): Promise<ExitCode> {
  const customer = customerOf(options);
  const rows = await withClient({ service: 'charge', env: terminal.env }, async ({ client, call }) => {
    const records: ExportRecord[] = [];
    for (let hasMore = true; hasMore; ) {
      const last = records.at(-1)?.chargeId;
      const page = await client.exportPersonalData(call, {
        ...customer,
        ...(last === undefined ? {} : { startingAfter: last }),
      });
      records.push(...page.records);
      hasMore = page.hasMore;
    }
    return records.map(recordRow);
  });
  terminal.out(json ? `${JSON.stringify(rows)}\n` : exportTable(rows));
  return EXIT.done;
}

const recordRow = ({ tenant, chargeId, createdAtMs, values }: ExportRecord) => ({
  accountId: wireIdText('account', tenant?.accountId ?? ''),
  mode: tenant?.livemode === true ? 'live' : 'test',
  chargeId: wireIdText('charge', chargeId),
  createdAt: isoMillis(new Date(createdAtMs)),
  values,
});

const HEADINGS = ['ACCOUNT', 'MODE', 'CHARGE', 'CREATED', 'FIELD', 'VALUE'];

function exportTable(rows: readonly ReturnType<typeof recordRow>[]): string {
  if (rows.length === 0) return 'No charge names this customer.\n';
  const cells = rows.flatMap(({ accountId, mode, chargeId, createdAt, values }) =>
    Object.entries(values).map(([field, value]) => [accountId, mode, chargeId, createdAt, field, value]),
  );
  return `${textTable(HEADINGS, cells)}\n`;
}
