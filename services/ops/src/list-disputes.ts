import type { OperatorsDispute } from '@gx/contracts/charge';
import { isoMillis } from '@gx/core';
import { wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type ListDisputes = { readonly limit: number; readonly json?: true };

/** `ops dispute list`: what is open, and what waits for an operator. Nobody is named. */
export async function listDisputes({ limit, json }: ListDisputes, terminal: Terminal): Promise<ExitCode> {
  const { disputes } = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.listOpenDisputes(call, { limit }),
  );
  const rows = disputes.map(disputeRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : disputeTable(rows));
  return EXIT.done;
}

type DisputeRow = ReturnType<typeof disputeRow>;

const disputeRow = ({ dispute, tenant, evidence, ...one }: OperatorsDispute) => ({
  disputeId: wireIdText('dispute', dispute?.id ?? ''),
  chargeId: wireIdText('charge', dispute?.chargeId ?? ''),
  accountId: wireIdText('account', tenant?.accountId ?? ''),
  mode: tenant?.livemode === true ? 'live' : 'test',
  amount: dispute?.amount,
  currency: dispute?.currency,
  status: dispute?.status.toLowerCase(),
  reason: dispute?.reason,
  evidenceDueBy: dispute?.evidenceDueByMs === undefined ? null : isoMillis(new Date(dispute.evidenceDueByMs)),
  bankProfile: one.bankProfileId,
  providerId: one.providerId,
  endToEndId: one.endToEndId ?? null,
  answer: one.answer || null,
  answerState: one.answerState || null,
  evidence: evidence.map(({ id, submittedAtMs, hasText, fileTypes }) => ({
    id,
    submittedAt: isoMillis(new Date(submittedAtMs)),
    hasText,
    fileTypes,
  })),
});

const HEADINGS = [
  'DISPUTE',
  'CHARGE',
  'MODE',
  'AMOUNT',
  'STATUS',
  'REASON',
  'EVIDENCE DUE',
  'ANSWER',
  'BANK',
  'NUMBER',
];

function disputeTable(rows: readonly DisputeRow[]): string {
  if (rows.length === 0) return 'No dispute is open.\n';
  const cells = rows.map((row) => [
    row.disputeId,
    row.chargeId,
    row.mode,
    `${row.amount} ${row.currency}`,
    row.status ?? '-',
    row.reason ?? '-',
    row.evidenceDueBy ?? '-',
    row.answer === null ? '-' : `${row.answer}: ${row.answerState}`,
    row.bankProfile,
    row.providerId,
  ]);
  return `${textTable(HEADINGS, cells)}\n`;
}
