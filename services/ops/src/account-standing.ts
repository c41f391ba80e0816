import type { AccountStanding } from '@gx/contracts/keys';
import { type AccountState, isoMillis, plainLine } from '@gx/core';

type StateAct = { readonly act: string; readonly state: AccountState; readonly says: string };

/** What an operator may make of an account (decisions, section 11). */
export const ACCOUNT_STATE_ACTS: readonly StateAct[] = [
  { act: 'restrict', state: 'NO_PAYOUTS', says: 'Stop the payouts of an account, and its refunds to a key.' },
  { act: 'freeze', state: 'FROZEN', says: 'Stop charges, refunds, payouts and new API keys of an account.' },
  { act: 'close', state: 'CLOSED', says: 'Let an account do nothing but read.' },
  {
    act: 'unfreeze',
    state: 'ACTIVE',
    says: 'Let an account do everything again. It takes two operators: the first one’s changes nothing and stands for 24 hours.',
  },
];

/** What an account may do and who decided so, as an operator sees it. */
export const standingRow = ({ state, decision, unfreeze }: AccountStanding) => ({
  state,
  decision: decisionRow(decision),
  unfreeze: decisionRow(unfreeze),
});

function decisionRow(decision: AccountStanding['decision']) {
  if (decision == null) return null;
  const { operator, reason, atMs } = decision;
  return { by: plainLine(operator), reason: plainLine(reason), at: isoMillis(new Date(atMs)) };
}

type DecisionRow = NonNullable<ReturnType<typeof decisionRow>>;
const byWhom = ({ by, at, reason }: DecisionRow): string => `${by}, ${at}: ${reason}`;

/** The same as lines of text. */
export function standingText(standing: AccountStanding): string {
  const { state, decision, unfreeze } = standingRow(standing);
  const now = decision === null ? `is ${state}` : `is ${state} (${byWhom(decision)})`;
  return unfreeze === null
    ? now
    : `${now}\nunfreeze takes another operator within 24 hours (first ${byWhom(unfreeze)})`;
}
