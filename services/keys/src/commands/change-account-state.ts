import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { changeStanding, checkState, type Standing } from '../domain/account-standing.ts';
import { checkOperator, checkReason } from '../domain/audit.ts';
import { operatorAct } from '../new-act.ts';

type ChangeAccountState = {
  readonly accountId: Id<'account'> | undefined;
  readonly state: string;
  /** Who decided, and why, for the record. */
  readonly operator: string;
  readonly reason: string;
};

/**
 * Changes what an account may do, or records a first operator's word for it; answers how it stands then,
 * once no gateway goes by the state of before. Of what was so already as late: another operator may have
 * done it a moment ago.
 */
export async function changeAccountState(
  { accounts, revocations }: Pick<Deps, 'accounts' | 'revocations'>,
  now: Date,
  { accountId, ...request }: ChangeAccountState,
): Promise<Standing> {
  const to = checkState(request.state);
  const operator = checkOperator(request.operator);
  const act = { ...operatorAct(now), operator, reason: checkReason(request.reason) };
  if (accountId === undefined) throw notFound('account');
  const standing = await accounts.changeStanding(accountId, (account) => changeStanding(account, to, act));
  // Gateways keep the state with each key. Which keys are in use they alone know: their leases end by
  // themselves.
  if (standing.state === to) await revocations.takeEffect(undefined);
  return standing;
}
