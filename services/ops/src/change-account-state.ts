import { type AccountState, wireId } from '@gx/core';
import { standingRow, standingText } from './account-standing.ts';
import { operatorId } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type ChangeAccountState = {
  readonly id: string;
  readonly state: AccountState;
  readonly by: string;
  readonly reason: string;
  readonly json?: true;
};

/**
 * `ops account restrict|freeze|close|unfreeze`: when this has said it, no gateway goes by the state of
 * before.
 */
export async function changeAccountState(options: ChangeAccountState, terminal: Terminal): Promise<ExitCode> {
  const { id, state, by: operator, reason, json } = options;
  const accountId = operatorId('account', id);
  const standing = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.changeAccountState(call, { accountId, state, operator, reason }),
  );
  const shownId = wireId('account', accountId);
  const shown = json
    ? JSON.stringify({ accountId: shownId, ...standingRow(standing) })
    : `${shownId} ${standingText(standing)}`;
  terminal.out(`${shown}\n`);
  return EXIT.done;
}
