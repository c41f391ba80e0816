import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type SettleReturn = { readonly id: string; readonly by: string; readonly note: string };

/** `ops return settle`: the money of a failed return went back by hand, as the note says. */
export async function settleReturn({ id, by, note }: SettleReturn, terminal: Terminal): Promise<ExitCode> {
  const returnId = operatorId('refund', id);
  const { status } = await withClient({ service: 'refund', env: terminal.env }, ({ client, call }) =>
    client.settleReturn(call, { returnId, operator: by, note }),
  );
  terminal.out(`${wireIdText('refund', returnId)} is ${status} by hand: its money leaves suspense.\n`);
  return EXIT.done;
}
