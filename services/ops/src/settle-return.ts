import { awaitedText } from './awaited-operator.ts';
import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type SettleReturn = { readonly id: string; readonly by: string; readonly note: string };

/** `ops return settle`: the money of a failed return went back by hand, as the note says. */
export async function settleReturn({ id, by, note }: SettleReturn, terminal: Terminal): Promise<ExitCode> {
  const returnId = operatorId('refund', id);
  const { status, awaited } = await withClient({ service: 'refund', env: terminal.env }, ({ client, call }) =>
    client.settleReturn(call, { returnId, operator: by, note }),
  );
  const shown = `${wireIdText('refund', returnId)} is ${status}`;
  terminal.out(awaited ? `${shown}. ${awaitedText(awaited)}` : `${shown} by hand: its money leaves suspense.\n`);
  return EXIT.done;
}
