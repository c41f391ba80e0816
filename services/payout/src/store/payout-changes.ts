import type { NextLook, ServiceAct } from '@gx/core';
import { actBeside, dueBy, type OutboxRecord } from '@gx/runtime/mongo';
import type { PlainPayout } from '../domain/payout.ts';
import { expectedPostingOf } from '../domain/redelivery.ts';
import { DUE_PATHS } from './due.ts';
import { writtenOf } from './payout-document.ts';

/** A stored value as it is: a text of a merchant that begins with `$` is no field of ours. */
const literally = (value: unknown) => ({ $literal: value });

/** What may differ between two states of one payout; the rest is fixed when it is created. */
const CHANGING = [
  'status',
  'sequence',
  'attempts',
  'acknowledged',
  'declines',
  'polls',
  'owner',
  'decision',
  'releasedAt',
  'night',
  'finalStatus',
  'failureCode',
  'endToEndId',
  'paidAt',
  'returns',
  'lostAt',
] as const satisfies readonly (keyof ReturnType<typeof writtenOf>)[];

/**
 * The one update that turns `before` into `after`: only what changed, with the events beside it, and when it
 * is due next.
 */
export function changesOf(
  before: PlainPayout,
  after: PlainPayout,
  {
    outbox,
    act,
    next,
  }: { readonly outbox: readonly OutboxRecord[]; readonly act: ServiceAct | undefined; readonly next: NextLook },
): object[] {
  const [was, is] = [writtenOf(before), writtenOf(after)];
  const changed = CHANGING.filter((field) => was[field] !== is[field]).map((field) => [field, literally(is[field])]);
  return [
    {
      $set: {
        ...Object.fromEntries(changed),
        ...(outbox.length === 0 ? {} : { outbox: { $concatArrays: ['$outbox', literally([...outbox])] } }),
        ...(outbox.length > 0 && expectedPostingOf(after) !== undefined ? { [DUE_PATHS.unposted]: '$$NOW' } : {}),
        ...actBeside(act),
        ...dueBy(next),
        version: before.version + 1,
      },
    },
  ];
}
