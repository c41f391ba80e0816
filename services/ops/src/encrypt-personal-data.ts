import type { EncryptPersonalDataRequest, EncryptPersonalDataResponse } from '@gx/contracts/charge';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type Step = (request: EncryptPersonalDataRequest) => Promise<EncryptPersonalDataResponse>;
type Walked = Omit<EncryptPersonalDataResponse, 'next'>;

/**
 * `ops privacy encrypt`: walks every charge, and every refund of an older version, a step for each call. Broken
 * off anywhere, it is begun anew and passes over what is done.
 */
export async function encryptPersonalData(_options: object, terminal: Terminal): Promise<ExitCode> {
  const { env } = terminal;
  const charges = await withClient({ service: 'charge', env }, ({ client, call }) =>
    walked((request) => client.encryptPersonalData(call, request)),
  );
  terminal.out(`Encrypted: ${charges.encrypted} charges are under the keys of their persons.\n`);
  if (charges.unreadable > 0)
    terminal.out(
      `${charges.unreadable} of who paid and of evidence do not open: charge lacks their encryption key, or see its alarm evidence_unreadable.\n`,
    );
  if (charges.evidence > 0) terminal.out(`With them ${charges.evidence} pieces of evidence.\n`);
  const refunds = await withClient({ service: 'refund', env }, ({ client, call }) =>
    walked((request) => client.encryptPersonalData(call, request)),
  );
  terminal.out(`Encrypted: ${refunds.encrypted} refunds are under the keys of whom they went to.\n`);
  if (refunds.unreadable > 0)
    terminal.out(`${refunds.unreadable} refunds do not open: see the alarm payee_unreadable of refund.\n`);
  const left = charges.left + refunds.left;
  if (left > 0) terminal.out(`${left} were being changed: run this again.\n`);
  return left > 0 ? EXIT.problems : EXIT.done;
}

async function walked(step: Step): Promise<Walked> {
  const sum = { encrypted: 0, left: 0, unreadable: 0, evidence: 0 };
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const done = await step(after === undefined ? {} : { after });
    sum.encrypted += done.encrypted;
    sum.left += done.left;
    sum.evidence += done.evidence;
    sum.unreadable += done.unreadable;
    after = done.next;
  }
  return sum;
}
