import { demandAll, heldRow, ofEachKeeper, type PersonOptions } from './person-keepers.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';

type ExportOptions = PersonOptions & { readonly json?: true };
type Row = ReturnType<typeof heldRow>;

/** `ops privacy export`: a line for each record and field, or an object for each record. */
export async function exportPersonalData({ json, ...options }: ExportOptions, terminal: Terminal): Promise<ExitCode> {
  const outcomes = await ofEachKeeper(options, terminal.env, async ({ page }) => {
    const records: Awaited<ReturnType<typeof page>>['records'][number][] = [];
    for (let hasMore = true; hasMore; ) {
      const last = records.at(-1)?.id;
      const next = await page(last === undefined ? {} : { startingAfter: last });
      records.push(...next.records);
      hasMore = next.hasMore;
    }
    return records;
  });
  const rows = outcomes.flatMap((one) =>
    'answer' in one ? one.answer.map((record) => heldRow(one.keeper, record)) : [],
  );
  terminal.out(json ? `${JSON.stringify(rows)}\n` : exportTable(rows));
  demandAll(outcomes);
  return EXIT.done;
}

const HEADINGS = ['ACCOUNT', 'MODE', 'ID', 'CREATED', 'FIELD', 'VALUE'];

function exportTable(rows: readonly Row[]): string {
  if (rows.length === 0) return 'Nothing names this person.\n';
  const cells = rows.flatMap(({ accountId, mode, id, createdAt, values }) =>
    Object.entries(values).map(([field, value]) => [accountId, mode, id, createdAt, field, value]),
  );
  return `${textTable(HEADINGS, cells)}\n`;
}
