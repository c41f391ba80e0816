import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type CloseDispute = { readonly dispute: string; readonly by: string; readonly outcome: 'won' | 'lost' };

/** `ops dispute close`: the bank has decided; the same again changes nothing. */
export async function closeDispute({ dispute, by, outcome }: CloseDispute, terminal: Terminal): Promise<ExitCode> {
  const id = operatorId('dispute', dispute);
  await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.closeDispute(call, { id, operator: by, won: outcome === 'won' }),
  );
  terminal.out(`${wireIdText('dispute', id)} is ${outcome}.\n`);
  return EXIT.done;
}
