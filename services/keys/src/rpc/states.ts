import type { SERVICES } from '@gx/contracts';
import type { AccountStanding } from '@gx/contracts/keys';
import { notFound, parseId, standingWord } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { changeAccountState } from '../commands/change-account-state.ts';
import type { Deps } from '../deps.ts';
import type { Standing, StateDecision } from '../domain/account-standing.ts';

type StateRpcs = 'GetAccountStanding' | 'ChangeAccountState';

/** The RPCs of gx.keys.v1 about the state of any account: `ops` calls them, and the gateway has no route. */
export const stateHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, StateRpcs> => ({
  GetAccountStanding: async (ctx, { accountId }) => {
    const id = parseId('account', accountId);
    const account = id && (await deps.accounts.confirmed(id));
    if (account === undefined) throw notFound('account');
    return standingMessage(account.standing, ctx.now);
  },
  ChangeAccountState: async (ctx, { accountId, ...request }) => {
    const target = { accountId: parseId('account', accountId), ...request };
    return standingMessage(await changeAccountState(deps, ctx.now, target), ctx.now);
  },
});

const standingMessage = (standing: Standing, now: Date): AccountStanding => ({
  state: standing.state,
  decision: decisionMessage(standing.decision),
  unfreeze: decisionMessage(standingWord(standing.unfreeze, now)),
});

const decisionMessage = (decision: StateDecision | undefined): AccountStanding['decision'] =>
  decision === undefined ? null : { operator: decision.operator, reason: decision.reason, atMs: decision.at.getTime() };
