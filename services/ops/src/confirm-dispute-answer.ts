import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type ConfirmDisputeAnswer = { readonly dispute: string; readonly by: string };

/** `ops dispute answered`: somebody brought the evidence, or that it is accepted, to the bank. */
export async function confirmDisputeAnswer(
  { dispute, by }: ConfirmDisputeAnswer,
  terminal: Terminal,
): Promise<ExitCode> {
  const id = operatorId('dispute', dispute);
  await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.confirmDisputeAnswer(call, { id, operator: by }),
  );
  terminal.out(`The bank has the answer to ${wireIdText('dispute', id)}.\n`);
  return EXIT.done;
}
