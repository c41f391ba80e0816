import {
  ACCOUNT_STATES,
  type AccountState,
  type AuditChange,
  type Id,
  isAllowedIn,
  makesTwo,
  type OperatorWord,
  parseAccountState,
  Refusal,
  standingWord,
} from '@gx/core';
import { type Act, type AuditEvent, actOf } from './audit.ts';

/** Who decided, why and when. */
export type StateDecision = OperatorWord & { readonly reason: string };

/** What an account may do, with the record of who decided so (decisions, section 11). */
export type Standing = {
  readonly state: AccountState;
  /** What brought it there; absent of an account that was ACTIVE from its opening on. */
  readonly decision?: StateDecision;
  /** The word of a first operator for ACTIVE, until another one says the same. */
  readonly unfreeze?: StateDecision;
};
export type StandingChange = { readonly standing: Standing; readonly audit: AuditEvent };

export const AS_OPENED: Standing = { state: 'ACTIVE' };

/**
 * An account is restricted, frozen or closed by one operator, and given back all that it may do by two.
 * Undefined for what is so already; Refusal `unprocessable_entity` for a state that allows more and is not
 * ACTIVE.
 */
export function decideState(standing: Standing, to: AccountState, decision: StateDecision): Standing | undefined {
  if (to === 'ACTIVE') return unfreeze(standing, decision);
  const { state, decision: before } = standing;
  if (!isAllowedIn(state, to)) throw allowsMore(state, to);
  if (to !== state) return { state: to, decision };
  // Who says it again means it: the first word for ACTIVE counts no more.
  return standing.unfreeze === undefined ? undefined : { state, ...(before === undefined ? {} : { decision: before }) };
}

function unfreeze(standing: Standing, decision: StateDecision): Standing | undefined {
  if (standing.state === 'ACTIVE') return undefined;
  if (standingWord(standing.unfreeze, decision.at) === undefined) return { ...standing, unfreeze: decision };
  return makesTwo(standing.unfreeze, decision) ? { state: 'ACTIVE', decision } : undefined;
}

const allowsMore = (state: AccountState, to: AccountState): Refusal =>
  new Refusal(
    'unprocessable_entity',
    `The account is ${state}, which allows less than ${to}: two operators unfreeze it.`,
  );

/** The same as one change of an account, with the event that records it. */
export function changeStanding(
  { id, standing }: { readonly id: Id<'account'>; readonly standing: Standing },
  to: AccountState,
  { reason, ...act }: Act & { readonly operator: string; readonly reason: string },
): StandingChange | undefined {
  const after = decideState(standing, to, { operator: act.operator, reason, at: act.now });
  if (after === undefined) return undefined;
  const changes = [
    ...difference('state', standing.state, after.state),
    ...difference('unfreeze', wordOf(standing), wordOf(after)),
  ];
  const action = 'account.state_changed' as const;
  return { standing: after, audit: { ...actOf(act), accountId: id, livemode: true, action, changes, reason } };
}

const wordOf = ({ unfreeze: word }: Standing): string | undefined => (word === undefined ? undefined : 'requested');

const difference = (field: string, before: string | undefined, after: string | undefined): readonly AuditChange[] =>
  before === after
    ? []
    : [{ field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];

/** A state as an operator names it; Refusal `invalid_request` for any other word. */
export function checkState(given: string): AccountState {
  const state = parseAccountState(given);
  if (state !== undefined) return state;
  throw new Refusal('invalid_request', `state must be one of ${ACCOUNT_STATES.join(', ')}.`, { param: 'state' });
}
