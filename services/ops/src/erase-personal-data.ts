import { setTimeout } from 'node:timers/promises';
import { operatorId } from './operator-id.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

export type CustomerOptions = { readonly document?: string; readonly charge?: string; readonly account?: string };

/** The customer as the service reads it. */
export function customerOf({ document, charge, account }: CustomerOptions) {
  if ((document === undefined) === (charge === undefined))
    throw new OperatorError('Name the customer by --document, or one without a document by --charge.');
  return {
    document: document ?? '',
    ...(charge === undefined ? {} : { chargeId: operatorId('charge', charge) }),
    ...(account === undefined ? {} : { accountId: operatorId('account', account) }),
  };
}

/**
 * `ops privacy erase`: asks until no key is left, waiting as long as the service says, and answers once no
 * process knows one any more. Broken off anywhere, it is begun anew and goes on.
 */
export async function erasePersonalData(options: CustomerOptions, terminal: Terminal): Promise<ExitCode> {
  const customer = customerOf(options);
  let [keys, charges] = [0, 0];
  await withClient({ service: 'charge', env: terminal.env }, async ({ client, call }) => {
    for (;;) {
      const answer = await client.erasePersonalData(call, customer);
      keys += answer.keys;
      charges += answer.charges;
      await setTimeout(Math.max(answer.waitMs, answer.inForceAfterMs));
      if (answer.waitMs === 0) return;
    }
  });
  terminal.out(
    keys === 0
      ? 'No charge names this customer: nothing is left to erase.\n'
      : `Erased: ${keys} of its keys are destroyed, ${charges} charges and their events say nothing of it any more.\n`,
  );
  return EXIT.done;
}
