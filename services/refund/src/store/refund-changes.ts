import type { NextLook } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import { dueBy, type OutboxRecord } from '@gx/runtime/mongo';
import { expectedPostingOf } from '../domain/redelivery.ts';
import type { PlainRefund, Secrets } from '../domain/refund.ts';
import { DUE_PATHS } from './due.ts';
import { encryptedOf, writtenOf } from './refund-document.ts';

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

/** A refund in a write: who did not open what is encrypted in it does not change that. */
export type WritableRefund = PlainRefund & { readonly bank: Partial<Secrets> };

/**
 * The one update that turns `before` into `after`: only what changed, with the events beside it, and when it
 * is due next.
 */
export function changesOf(
  before: WritableRefund,
  after: WritableRefund,
  {
    outbox,
    next,
    cipher,
  }: { readonly outbox: readonly OutboxRecord[]; readonly next: NextLook; readonly cipher: Cipher },
): object[] {
  const [was, is] = [writtenOf(before), writtenOf(after)];
  const changed = CHANGING.filter((field) => was[field] !== is[field]).map((field) => [field, literally(is[field])]);
  return [
    {
      $set: {
        ...Object.fromEntries(changed),
        ...secretsChanged(before.bank, after.bank, cipher),
        ...(outbox.length === 0 ? {} : { outbox: { $concatArrays: ['$outbox', literally([...outbox])] } }),
        ...(outbox.some(isForCharge) && after.chargeId !== null ? { [DUE_PATHS.unacknowledged]: '$$NOW' } : {}),
        ...(outbox.length > 0 && expectedPostingOf(after) !== undefined ? { [DUE_PATHS.unposted]: '$$NOW' } : {}),
        ...dueBy(next),
        version: before.version + 1,
      },
    },
  ];
}

function secretsChanged(before: Partial<Secrets>, after: Partial<Secrets>, cipher: Cipher): object {
  const { body = null, destinationKey = null } = after;
  const is = encryptedOf({ body, destinationKey }, cipher);
  return {
    ...(before.body === after.body ? {} : { body: literally(is.body) }),
    ...(before.destinationKey === after.destinationKey ? {} : { destination: literally(is.destination) }),
  };
}

/** A loss is for the ledger alone. */
const isForCharge = ({ type }: OutboxRecord): boolean => type !== 'refund.lost';
