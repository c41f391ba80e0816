import { PUBLIC_STATUS, type PublicStatus } from '@gx/contracts';
import { InvariantViolation } from '@gx/core';
import type { Standing } from '../live/look-ups.ts';

/**
 * What a payer is told: a public status, or, while that is still `pending`, why nobody should pay now.
 * `preparing`: there is no code yet; `overdue`: the time is over and the bank has not confirmed the end;
 * `confirming`: money has arrived and is not in the wallet yet. `authenticating`: the `processing` of a card,
 * whose payer has opened the issuer's page and may have left it undecided.
 */
export type State = PublicStatus | 'preparing' | 'overdue' | 'confirming' | 'authenticating';

export function stateOf({ status, confirming, expiresAtMs }: Standing, method: string | undefined, now: Date): State {
  if (status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a charge without a status');
  if (confirming) return 'confirming';
  const publicStatus = PUBLIC_STATUS[status];
  const atIssuer = publicStatus === 'processing' && method === 'CREDIT_CARD';
  if (publicStatus !== 'pending' && !atIssuer) return publicStatus;
  if (expiresAtMs !== undefined && now.getTime() >= expiresAtMs) return 'overdue';
  if (atIssuer) return 'authenticating';
  return expiresAtMs === undefined ? 'preparing' : 'pending';
}

const LIVE: ReadonlySet<State> = new Set([
  'pending',
  'preparing',
  'overdue',
  'confirming',
  'processing',
  'authenticating',
]);

/** Whether a page in this state waits for something. */
export const isLive = (state: State): boolean => LIVE.has(state);

/** Whether a page in this state shows what to pay with. */
export const isPayable = (state: State): boolean => state === 'pending' || state === 'authenticating';
