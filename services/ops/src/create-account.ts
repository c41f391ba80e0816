import type { CreateAccountRequest } from '@gx/contracts/keys';
import { type Id, wireId } from '@gx/core';
import { readSecret } from './read-secret.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type CreateAccount = Omit<CreateAccountRequest, 'password'> & { readonly json?: true };

/** `ops account create`: an account and its first user. */
export async function createAccount(options: CreateAccount, terminal: Terminal): Promise<ExitCode> {
  const { json, ...account } = options;
  const password = await readSecret('ACCOUNT_PASSWORD', terminal);
  const created = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.createAccount(call, { ...account, password }),
  );
  const answer = {
    accountId: wireId('account', created.accountId as Id<'account'>),
    userId: wireId('user', created.userId as Id<'user'>),
    settings: created.settings,
  };
  if (json) terminal.out(`${JSON.stringify(answer)}\n`);
  else terminal.out(`Account ${answer.accountId} is open; its user ${answer.userId} can log in.\n`);
  return EXIT.done;
}
