import type { AuditHead, AuditProblem } from '@gx/contracts/keys';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { counted } from './text-table.ts';
import { withClient } from './with-client.ts';

/** For one answer: a thousand events. */
const DEADLINE_MS = 60_000;

type VerifyAuditLog = { readonly json?: true; readonly head?: AuditHead };
/** The head up to which every hash agrees, and what is wrong behind it. */
type AuditReport = { readonly head: AuditHead; readonly problem: AuditProblem | null };

/** `ops audit verify`: exit code 1 when the audit log is not the chain that it was. */
export async function verifyAuditLog({ json, head: known }: VerifyAuditLog, terminal: Terminal): Promise<ExitCode> {
  const request = known === undefined ? {} : { known };
  const report = await withClient(
    { service: 'keys', env: terminal.env, deadlineMs: DEADLINE_MS },
    async ({ client, call }): Promise<AuditReport> => {
      let part = await client.verifyAuditLog(call, request);
      while (part.hasMore) part = await client.verifyAuditLog(call, { ...request, after: part.head });
      return { head: part.head ?? { seq: 0, hash: '' }, problem: part.problem ?? null };
    },
  );
  terminal.out(json ? `${JSON.stringify(report)}\n` : auditReport(report));
  return report.problem === null ? EXIT.done : EXIT.problems;
}

/** The report as an operator reads it: the head is what `--head` of a later run takes. */
function auditReport({ head, problem }: AuditReport): string {
  const read = `${counted(head.seq, 'audit event')} read: every hash agrees.\n`;
  const last = head.seq === 0 ? '' : `Head: ${head.seq}:${head.hash}\n`;
  if (problem === null) return read + last;
  return `${read}${last}Broken at ${problem.seq}, ${problem.kind}: ${problem.message}.\n`;
}
