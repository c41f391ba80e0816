import { PUBLIC_STATUS, type PublicStatus } from '@gx/contracts';
import { InvariantViolation } from '@gx/core';
import type { Standing } from '../live/look-ups.ts';

/**
 * What a payer is told: a public status, or, while that is still `pending`, why nobody should pay now. `preparing`: there is no code yet;
 * `overdue`: the time is over and the bank has not confirmed the end; `confirming`: money has arrived and is not in the wallet yet.
 */
export type State = PublicStatus | 'preparing' | 'overdue' | 'confirming';

export function stateOf({ status, confirming, expiresAtMs }: Standing, now: Date): State {
  if (status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a charge without a status');
  if (confirming) return 'confirming';
  const said = PUBLIC_STATUS[status];
  if (said !== 'pending') return said;
  if (expiresAtMs === undefined) return 'preparing';
  return now.getTime() < expiresAtMs ? 'pending' : 'overdue';
}

const LIVE: ReadonlySet<State> = new Set(['pending', 'preparing', 'overdue', 'confirming', 'processing']);

/** Whether a page in this state waits for something. */
export const isLive = (state: State): boolean => LIVE.has(state);
