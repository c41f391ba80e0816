import type { RetireBankProfileResponse } from '@gx/contracts/charge';
import { Refusal } from '@gx/core';
import { awaitedText } from './awaited-operator.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type RetireBankProfile = {
  readonly id: string;
  readonly by: string;
  readonly undo?: true;
  readonly leaveNone?: true;
};

/**
 * `ops bank-profile retire`: no new charges for a profile, under the name of who decided; with `--undo` it
 * may take them again.
 */
export async function retireBankProfile(request: RetireBankProfile, terminal: Terminal): Promise<ExitCode> {
  const { id, by: operator, undo = false, leaveNone = false } = request;
  const profileSet = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.retireBankProfile(call, { id, undo, leaveNone, operator }),
  ).catch(explained);
  const { awaited } = profileSet;
  if (awaited) {
    terminal.out(awaitedText(awaited));
    return EXIT.done;
  }
  const message = undo
    ? `Bank profile ${id} is not retired any more: it stands in its old place.`
    : `Bank profile ${id} is retired: it takes no new charges. What began at it goes on there.`;
  terminal.out(`${message}\n${profileSetText(profileSet)}\n`);
  return EXIT.done;
}

/** Where new charges are made from now on. */
export function profileSetText({ livemode, pix, orders }: RetireBankProfileResponse): string {
  const mode = livemode ? 'live' : 'test';
  return `New ${mode} charges: by Pix at ${pix ?? 'no profile'}, by other methods at ${orders ?? 'no profile'}.`;
}

/** What is refused for the merchants' sake can be insisted on. */
function explained(error: unknown): never {
  if (!(error instanceof Refusal) || error.more.reason !== 'no_provider_for_method') throw error;
  throw new OperatorError(
    `${error.message} Nothing was changed: set a profile that takes them first, or add --leave-none.`,
    { cause: error },
  );
}
