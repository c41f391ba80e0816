import type { Refund } from '@gx/contracts/refund';
import { isoMillis } from '@gx/core';
import { wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type ListReturns = { readonly limit: number; readonly json?: true };

/** `ops return list`: money that the bank did not take back and that waits for a person, the oldest first. */
export async function listReturns({ limit, json }: ListReturns, terminal: Terminal): Promise<ExitCode> {
  const { returns } = await withClient({ service: 'refund', env: terminal.env }, ({ client, call }) =>
    client.listFailedReturns(call, { limit }),
  );
  const rows = returns.map(returnRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : returnTable(rows));
  return EXIT.done;
}

export type ReturnRow = ReturnType<typeof returnRow>;

export const returnRow = (each: Refund) => ({
  returnId: wireIdText('refund', each.id),
  chargeId: wireIdText('charge', each.chargeId),
  accountId: wireIdText('account', each.tenant?.accountId ?? ''),
  mode: each.tenant?.livemode === true ? 'live' : 'test',
  amount: each.amount,
  currency: each.currency,
  reason: each.reason ?? null,
  failure: each.failureCode ?? null,
  orderedAt: isoMillis(new Date(each.createdAtMs)),
});

const HEADINGS = ['RETURN', 'CHARGE', 'MODE', 'AMOUNT', 'REASON', 'FAILED WITH', 'ORDERED'];

/** The returns as an operator reads them; amounts in the smallest unit. */
export function returnTable(rows: readonly ReturnRow[]): string {
  if (rows.length === 0) return 'No return waits for an operator.\n';
  const cells = rows.map((row) => [
    row.returnId,
    row.chargeId,
    row.mode,
    `${row.amount} ${row.currency}`,
    row.reason ?? '-',
    row.failure ?? '-',
    row.orderedAt,
  ]);
  return `${textTable(HEADINGS, cells)}\n`;
}
