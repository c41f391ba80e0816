import { writeFile } from 'node:fs/promises';
import { operatorId } from './operator-id.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type ReadEvidence = {
  readonly dispute: string;
  readonly evidence: string;
  readonly file?: number;
  readonly to: string;
};

/** `ops dispute evidence`: into a new file that its owner alone may read; the terminal shows none of it. */
export async function readEvidence(
  { dispute, evidence: evidenceId, file, to }: ReadEvidence,
  terminal: Terminal,
): Promise<ExitCode> {
  const disputeId = operatorId('dispute', dispute);
  const { content, contentType, erased } = await withClient(
    { service: 'charge', env: terminal.env },
    ({ client, call }) => client.getEvidence(call, { disputeId, evidenceId, ...(file === undefined ? {} : { file }) }),
  );
  if (erased) {
    terminal.out('Whom this evidence was about was erased: nothing of it is left.\n');
    return EXIT.done;
  }
  await writeFile(to, content, { flag: 'wx', mode: 0o600 }).catch((cause: Error) => {
    throw new OperatorError(`Nothing was written: ${cause.message}`, { cause });
  });
  terminal.out(`${content.length} bytes of ${contentType} are in ${to}.\n`);
  return EXIT.done;
}
