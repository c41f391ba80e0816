import type { Cents } from '@gx/core';
import type { z } from 'zod';
import type { ProviderReturnStatus } from './bank-return-order.ts';
import type { INFRACTION_BOOKS } from './simulated-provider-state.ts';

export const DISPUTE_OUTCOMES = ['opened', 'won', 'lost'] as const;

/**
 * What becomes of a case about a Pix at the simulated bank; without an amount all that is left of the Pix is
 * contested. `devolution`: of the money of a case that is lost.
 */
export type DisputeOrder = {
  readonly outcome: (typeof DISPUTE_OUTCOMES)[number];
  readonly amount?: Cents;
  readonly reason: 'fraud' | 'operational';
  readonly id?: string;
  readonly dueAt?: Date;
  readonly devolution?: ProviderReturnStatus | 'none';
  readonly notify?: 'now' | 'never';
};
export type PlayedDispute = z.infer<typeof INFRACTION_BOOKS>;

/** `POST /sim/pix/{e2eid}/infractions`. */
export const disputeBody = ({ dueAt, ...order }: DisputeOrder): object => ({ ...order, due_at: dueAt?.toISOString() });
