import { type Reason, Refusal } from './errors.ts';

/** What an account may do, each state less than the one before it (decisions, section 11). */
export const ACCOUNT_STATES = ['ACTIVE', 'NO_PAYOUTS', 'FROZEN', 'CLOSED'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** A state as somebody wrote it, or undefined. */
export const parseAccountState = (given: string): AccountState | undefined =>
  ACCOUNT_STATES.find((state) => state === given);

/**
 * The state in an answer of `keys`: empty is ACTIVE, from a replica of before there were states; of one
 * that is not known here nothing but reads is let in.
 */
export const accountStateIn = (answered: string): AccountState =>
  answered === '' ? 'ACTIVE' : (parseAccountState(answered) ?? 'CLOSED');

/** Whether a state allows what is allowed up to `last`. */
export const isAllowedIn = (state: AccountState, last: AccountState): boolean =>
  ACCOUNT_STATES.indexOf(state) <= ACCOUNT_STATES.indexOf(last);

// biome-ignore format: one row per state, read as a table
const REFUSALS: Readonly<Record<Exclude<AccountState, 'ACTIVE'>, { reason: Reason; message: string }>> = {
  NO_PAYOUTS: { reason: 'payouts_blocked', message: 'This account sends no money out at the moment.' },
  FROZEN:     { reason: 'account_frozen',  message: 'This account is frozen: what it has open can be paid, read and cancelled.' },
  CLOSED:     { reason: 'account_closed',  message: 'This account is closed: it can be read.' },
};

/**
 * Why an act that is allowed up to `last` is refused in a state: 403 `forbidden`; undefined where it is
 * not.
 */
export function stateRefusal(state: AccountState, last: AccountState): Refusal | undefined {
  if (state === 'ACTIVE' || isAllowedIn(state, last)) return undefined;
  const { reason, message } = REFUSALS[state];
  return new Refusal('forbidden', message, { reason });
}
