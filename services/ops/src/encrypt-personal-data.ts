import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

/**
 * `ops privacy encrypt`: walks every charge, a step for each call. Broken off anywhere, it is begun anew and
 * passes over what is done.
 */
export async function encryptPersonalData(_options: object, terminal: Terminal): Promise<ExitCode> {
  let [encrypted, left, unreadable] = [0, 0, 0];
  await withClient({ service: 'charge', env: terminal.env }, async ({ client, call }) => {
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const step = await client.encryptPersonalData(call, after === undefined ? {} : { after });
      encrypted += step.encrypted;
      left += step.left;
      unreadable += step.unreadable;
      after = step.next;
    }
  });
  terminal.out(`Encrypted: ${encrypted} charges are under the keys of their persons.\n`);
  if (unreadable > 0) terminal.out(`${unreadable} keep who paid under an encryption key that charge does not have.\n`);
  if (left > 0) terminal.out(`${left} were being changed: run this again.\n`);
  return left > 0 ? EXIT.problems : EXIT.done;
}
