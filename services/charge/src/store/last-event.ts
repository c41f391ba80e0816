import type { OutboxRecord } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import type { ChargeEventType } from '../domain/charge.ts';

/**
 * What a charge keeps of the public event that brought it to its status, so that it can be published again as
 * it was (decisions A42). `charge.created` keeps no bytes: all that it says is fixed at creation, and every
 * charge would pay for them; but for a charge of several options, which may go on by another one.
 */
export type LastEvent = { sequence: number; at: Date; value: Buffer | mongo.Binary | null };

// biome-ignore format: one row per type, read as a table
const IS_PUBLIC = {
  'charge.created':           true,
  'charge.paid':              true,
  'charge.failed':            true,
  'charge.expired':           true,
  'charge.refund_progressed': true,
  'charge.payment_accepted':  false,
  'charge.payment_held':      false,
  'charge.return_ordered':    false,
  'charge.dispute_opened':    false,
  'charge.dispute_closed':    false,
  'charge.dispute_paid':      false,
  'charge.returned_by_bank':  false,
} as const satisfies Record<ChargeEventType, boolean>;

/**
 * The last of these events that shows the charge's status, as it is kept; undefined when merchants receive
 * none. A step of a refund that leaves the charge as it was does not count: who lost `charge.paid` must be
 * able to have it again.
 */
export function lastPublic(
  outbox: readonly OutboxRecord[],
  { hasMoved, hasChoice }: { readonly hasMoved: boolean; readonly hasChoice: boolean },
): LastEvent | undefined {
  const shows = ({ type }: OutboxRecord): boolean =>
    IS_PUBLIC[type as ChargeEventType] && (hasMoved || type !== 'charge.refund_progressed');
  const last = outbox.findLast(shows);
  if (last === undefined) return undefined;
  const { type, sequence, at, value } = last;
  return { sequence, at, value: type === 'charge.created' && !hasChoice ? null : value };
}
