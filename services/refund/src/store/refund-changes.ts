import type { NextLook, ServiceAct } from '@gx/core';
import { actBeside, dueBy, type OutboxRecord, WAITING_ACTS } from '@gx/runtime/mongo';
import { amountReserved } from '../domain/acts.ts';
import { expectedPostingOf } from '../domain/redelivery.ts';
import type { PlainRefund } from '../domain/refund.ts';
import { DUE_PATHS } from './due.ts';
import { type RefundDocument, writtenOf } from './refund-document.ts';

/** A stored value as it is: a text of a merchant that begins with `$` is no field of ours. */
const literally = (value: unknown) => ({ $literal: value });

/** What may differ between two states of one refund; the rest is fixed when it is ordered. */
const CHANGING = [
  'amount',
  'payment',
  'bankId',
  'status',
  'sequence',
  'bankIds',
  'attempts',
  'acknowledged',
  'declines',
  'polls',
  'finalStatus',
  'failureCode',
  'returns',
  'lostAt',
  'byHand',
  'announced',
  'owner',
] as const satisfies readonly (keyof ReturnType<typeof writtenOf>)[];

/**
 * The one update that turns `before` into `after`: only what changed, with the events beside it, and when it
 * is due next.
 */
export function changesOf(
  before: PlainRefund,
  after: PlainRefund,
  {
    outbox,
    act,
    next,
    secrets,
  }: {
    readonly outbox: readonly OutboxRecord[];
    readonly act: ServiceAct | undefined;
    readonly next: NextLook;
    /** What is new of what is encrypted. */
    readonly secrets: Partial<RefundDocument>;
  },
): object[] {
  const [was, is] = [writtenOf(before), writtenOf(after)];
  const changed = CHANGING.filter((field) => was[field] !== is[field]).map((field) => [field, literally(is[field])]);
  return [
    {
      $set: {
        ...Object.fromEntries(changed),
        ...Object.fromEntries(Object.entries(secrets).map(([field, value]) => [field, literally(value)])),
        ...(outbox.length === 0 ? {} : { outbox: { $concatArrays: ['$outbox', literally([...outbox])] } }),
        ...(outbox.some(isForCharge) && after.chargeId !== null ? { [DUE_PATHS.unacknowledged]: '$$NOW' } : {}),
        ...(outbox.length > 0 && expectedPostingOf(after) !== undefined ? { [DUE_PATHS.unposted]: '$$NOW' } : {}),
        ...unfiledChange(before, after, act),
        ...dueBy(next),
        version: before.version + 1,
      },
    },
  ];
}

/** The act of this change, or how much is promised, which the act of the creation could not know. */
function unfiledChange(before: PlainRefund, after: PlainRefund, act: ServiceAct | undefined): object {
  if (before.status !== 'INITIATED' || after.status !== 'PENDING') return actBeside(act);
  const changes = { $concatArrays: ['$$this.changes', literally([amountReserved(after)])] };
  return { unfiled: { $map: { input: WAITING_ACTS, in: { $mergeObjects: ['$$this', { changes }] } } } };
}

/** A loss is for the ledger alone. */
const isForCharge = ({ type }: OutboxRecord): boolean => type !== 'refund.lost';
