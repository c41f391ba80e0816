import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

/** `ops return retry`: asks the bank once more, under a new id there. */
export async function retryReturn(given: string, terminal: Terminal): Promise<ExitCode> {
  const returnId = operatorId('refund', given);
  const { status } = await withClient({ service: 'refund', env: terminal.env }, ({ client, call }) =>
    client.retryReturn(call, { returnId }),
  );
  terminal.out(`${wireIdText('refund', returnId)} is tried again; it is ${status}.\n`);
  return EXIT.done;
}
