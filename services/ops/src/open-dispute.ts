import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type OpenDispute = {
  readonly charge: string;
  readonly by: string;
  readonly reason: string;
  readonly amount?: number;
  readonly providerId?: string;
  readonly evidenceDueBy?: Date;
};

/** `ops dispute open`: a case that a bank reports by letter or portal; its amount is set aside at once. */
export async function openDispute(
  { charge, by, reason, amount, providerId, evidenceDueBy }: OpenDispute,
  terminal: Terminal,
): Promise<ExitCode> {
  const { dispute } = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.openDispute(call, {
      chargeId: operatorId('charge', charge),
      operator: by,
      reason,
      ...(amount === undefined ? {} : { amount }),
      ...(providerId === undefined ? {} : { providerId }),
      ...(evidenceDueBy === undefined ? {} : { evidenceDueByMs: evidenceDueBy.getTime() }),
    }),
  );
  terminal.out(`${wireIdText('dispute', dispute?.id ?? '')} is open over ${dispute?.amount} ${dispute?.currency}.\n`);
  return EXIT.done;
}
