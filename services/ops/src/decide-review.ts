import { awaitedText } from './awaited-operator.ts';
import { operatorId, wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type ReviewDecision = 'APPROVE' | 'REJECT';
type DecideReview = { readonly charge: string; readonly verdict: ReviewDecision; readonly by: string };

const CONFIRMATIONS = {
  APPROVE: "is approved: its money is accepted and on its way to the merchant's wallet",
  REJECT: 'is rejected: its money goes back to the payer',
} as const satisfies Record<ReviewDecision, string>;

/** `ops review approve|reject`: ends a review, under the name of who decided. */
export async function decideReview({ charge, verdict, by }: DecideReview, terminal: Terminal): Promise<ExitCode> {
  const chargeId = operatorId('charge', charge);
  const { awaited } = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.decideReview(call, { chargeId, verdict, operator: by }),
  );
  const shownId = wireIdText('charge', chargeId);
  terminal.out(awaited ? `${shownId} is held. ${awaitedText(awaited)}` : `${shownId} ${CONFIRMATIONS[verdict]}.\n`);
  return EXIT.done;
}
