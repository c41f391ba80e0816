import { type AccountState, stateRefusal } from '@gx/core';
import type { RefundBody } from '../input/refund-body.ts';
import type { Route } from './route.ts';

/** The last state in which an act is let in; of some it depends on what is asked for, once that was read. */
type Rule = AccountState | ((body: unknown) => AccountState);

const toPayer = (body: unknown): AccountState =>
  (body as RefundBody | undefined)?.destinationKey === undefined ? 'NO_PAYOUTS' : 'ACTIVE';

/**
 * Up to which state of its account each act of a key or a user is let in (decisions, sections 7 and 11).
 * Reads are in every state, and need no row; a route that writes and has none is let in only while its
 * account is ACTIVE.
 */
// biome-ignore format: one row per act, read as a table
export const ACTS = {
  createCharge:       'NO_PAYOUTS',
  createPixCharge:    'NO_PAYOUTS',
  createPayment:      'NO_PAYOUTS',
  cancelPayment:      'FROZEN',
  refundPayment:      toPayer,
  createPayout:       'ACTIVE',
  approvePayout:      'ACTIVE',
  // What was set aside is available again: no money goes out (decisions, section 7, States).
  cancelPayout:       'CLOSED',
  rejectPayout:       'FROZEN',
  submitEvidence:     'FROZEN',
  // Gives a payer money back, as a refund does.
  acceptDispute:      'NO_PAYOUTS',
  issueKey:           'NO_PAYOUTS',
  rotateKey:          'NO_PAYOUTS',
  revokeKey:          'FROZEN',
  logout:             'CLOSED',
  // What keeps a thief out is let in as long as anything is.
  logoutAll:          'CLOSED',
  changePassword:     'FROZEN',
  setUpTotp:          'FROZEN',
  confirmTotp:        'FROZEN',
  removeTotp:         'FROZEN',
  inviteUser:         'FROZEN',
  changeUserRole:     'FROZEN',
  removeUser:         'FROZEN',
  registerEndpoint:   'FROZEN',
  updateEndpoint:     'FROZEN',
  rotateSecret:       'FROZEN',
  deleteEndpoint:     'FROZEN',
  testEndpoint:       'FROZEN',
  replayEvents:       'FROZEN',
  resendWebhook:      'FROZEN',
  retryDelivery:      'FROZEN',
  // What payers and banks do is no act of the account.
  simulatePayment:    'CLOSED',
  simulateOutcome:    'CLOSED',
  simulateBankReturn: 'CLOSED',
  simulateDispute:    'CLOSED',
} as const satisfies Readonly<Record<string, Rule>>;

type Act = Pick<Route, 'method' | 'operation'>;

function ruleOf({ method, operation = '' }: Act): Rule {
  if (method === 'GET') return 'CLOSED';
  const rules: Readonly<Record<string, Rule>> = ACTS;
  return Object.hasOwn(rules, operation) ? (rules[operation] ?? 'ACTIVE') : 'ACTIVE';
}

/** Whether any state refuses it: then the state of its account has to be known. */
export const dependsOnState = (act: Act): boolean => ruleOf(act) !== 'CLOSED';

/**
 * Throws Refusal `forbidden` with its reason for an act that the state of its account does not allow. To be
 * asked before anything of the request is read, and again once its body was.
 */
export function demandState(act: Act, state: AccountState, body?: unknown): void {
  const rule = ruleOf(act);
  const refusal = stateRefusal(state, typeof rule === 'function' ? rule(body) : rule);
  if (refusal !== undefined) throw refusal;
}
