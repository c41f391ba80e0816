import { invariant } from '@gx/core';
import { type DuePath, duePath, type OutboxRecord } from '@gx/runtime/mongo';
import { type Charge, isAwaitingPosting } from '../domain/charge.ts';
import { mayChoose, optionOf, optionsToSync } from '../domain/payment-options.ts';
import { isUnacknowledged } from '../domain/return-money.ts';
import { DUE, DUE_PATHS } from './due.ts';

/** What becomes of an entry: a time, the time of the write by the database's clock, or that it goes. */
type DueChange = Date | 'now' | 'gone' | undefined;
type DueChanges = {
  readonly set: Readonly<Record<DuePath, Date>>;
  readonly unset: Readonly<Record<DuePath, ''>>;
  readonly currentDate: Readonly<Record<DuePath, true>>;
};

/** What is to be done about a charge after a change, beside what was to be done before. */
export function dueChanges(before: Charge, after: Charge, outbox: readonly OutboxRecord[]): DueChanges {
  const at = ({ kind }: { readonly kind: string }): DuePath => duePath(kind, after.bankProfileId);
  const changes: readonly (readonly [DuePath, DueChange])[] = [
    [at(DUE.creation), creation(before, after)],
    [at(DUE.recheck), recheck(before, after)],
    [at(DUE.lastRecheck), recheck(before, after)],
    [at(DUE.expiry), expiry(before, after)],
    [at(DUE.options), options(before, after)],
    // An intent is its writer's for a while; without one there is nothing to be found.
    [at(DUE.closing), before.closing === after.closing ? undefined : after.closing === null ? 'gone' : 'now'],
    [DUE_PATHS.posting, posting(before, after)],
    [DUE_PATHS.returns, returns(before, after, outbox)],
    ...review(before, after, { payer: at(DUE.payer), operator: at(DUE.operator) }),
  ];
  const set: Record<DuePath, Date> = {};
  const unset: Record<DuePath, ''> = {};
  const currentDate: Record<DuePath, true> = {};
  for (const [path, change] of changes)
    if (change === 'now') currentDate[path] = true;
    else if (change === 'gone') unset[path] = '';
    else if (change !== undefined) set[path] = change;
  return { set, unset, currentDate };
}

/** A creation that an answer has named is brought to its end, whether or not its owner has given it back. */
function creation(before: Charge, after: Charge): DueChange {
  if (before.status !== 'PENDING') return undefined;
  if (after.status !== 'PENDING') return 'gone';
  return before.firstStatus === after.firstStatus ? undefined : 'now';
}

/** Closed before any answer named it: the bank is looked at again. */
const recheck = (before: Charge, after: Charge): DueChange =>
  before.status === 'PENDING' && after.status !== 'PENDING' && optionOf(after).state === 'requested'
    ? 'now'
    : undefined;

/** When a Pix that can still be paid ends, if nobody has begun to close it. */
const expiresAt = (charge: Charge): Date | undefined =>
  charge.status === 'WAITING_PAYMENT' && charge.closing === null && !isAwaitingPosting(charge)
    ? optionOf(charge).pix?.expiresAt
    : undefined;

function expiry(before: Charge, after: Charge): DueChange {
  const [was, is] = [expiresAt(before), expiresAt(after)];
  return was?.getTime() === is?.getTime() ? undefined : (is ?? 'gone');
}

/**
 * Options are due at once when the charge comes to want something else of them; in between the process
 * that claimed them is left alone.
 */
function options(before: Charge, after: Charge): DueChange {
  const [was, is] = [optionsToSync(before).length > 0, optionsToSync(after).length > 0];
  if (!is) return was ? 'gone' : undefined;
  return was && mayChoose(before) === mayChoose(after) ? undefined : 'now';
}

function posting(before: Charge, after: Charge): DueChange {
  if (before.settlement === after.settlement) return undefined;
  invariant(after.settlement !== null, 'accepted money does not go away');
  if (before.settlement === null) return 'now';
  return isAwaitingPosting(before) && !isAwaitingPosting(after) ? 'gone' : undefined;
}

/** Whether an order to return money waits to be acknowledged; since when, is by the database's clock. */
function returns(before: Charge, { payments }: Charge, outbox: readonly OutboxRecord[]): DueChange {
  if (before.payments === payments) return undefined;
  if (outbox.some(({ type }) => type === 'charge.return_ordered')) return 'now';
  return before.payments.some(isUnacknowledged) && !payments.some(isUnacknowledged) ? 'gone' : undefined;
}

/** Held money, and the question at its bank who paid; where that decides nothing, an operator does. */
function review(
  { review: before }: Charge,
  { review: after }: Charge,
  { payer, operator }: { readonly payer: DuePath; readonly operator: DuePath },
): readonly (readonly [DuePath, DueChange])[] {
  if (before === after || after === null) return [];
  const { held } = DUE_PATHS;
  if (before?.endToEndId === after.endToEndId) return [held, operator, payer].map((path) => [path, 'gone']);
  return [held, after.cause === undefined ? payer : operator].map((path) => [path, 'now']);
}
