import type { LedgerEvent } from '@gx/contracts/ledger';
import { type EndToEndId, type Id, parseId } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { ReceivedEvent, UnappliableEvent } from '@gx/runtime/kafka';
import { type Charge, type Decision, KEEP } from '../domain/charge.ts';
import { markPaid } from '../domain/mark-paid.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { ChargeTarget } from '../store/update-each.ts';

export type EntryPostedDeps = { readonly charges: ChargeStore; readonly log: Logger; readonly now: () => Date };
type Credit = ChargeTarget & { readonly endToEndId: EndToEndId; readonly received: ReceivedEvent<LedgerEvent> };

/** By one read and one write: after an outage a batch holds thousands. */
const CREDITS_AT_ONCE = 200;

/**
 * The ledger has credited payments: their charges are paid. Entries of anything but charges are none of ours.
 * Answers why an entry can never be applied, so that it is dead-lettered and looked at; a repeated one
 * changes nothing.
 */
export async function onEntriesPosted(
  { charges, log, now }: EntryPostedDeps,
  batch: readonly ReceivedEvent<LedgerEvent>[],
): Promise<readonly UnappliableEvent<LedgerEvent>[]> {
  const paid = batch.filter(({ event }) => event.entryPosted?.reference.startsWith('paid:'));
  const reasons = new Map(paid.map((received): [typeof received, string | undefined] => [received, 'no such charge']));
  const credits = paid.flatMap((received) => {
    const credit = creditOf(received);
    if (credit === undefined) reasons.set(received, 'a credit that names no charge');
    return credit ?? [];
  });
  const decide = (charge: Charge, own: readonly Credit[]): Decision =>
    own.reduce((decided: Decision, { received, endToEndId }) => {
      const decision = markPaid(decided.kind === 'change' ? decided.charge : charge, { endToEndId }, now());
      const reason = decision.kind === 'mismatch' ? decision.reason : undefined;
      reasons.set(received, reason);
      if (reason !== undefined)
        log.error({ alarm: 'credit_mismatch', charge_id: charge.id, reason }, 'a credit fits no payment');
      return decision.kind === 'change' ? decision : decided;
    }, KEEP);
  for (let from = 0; from < credits.length; from += CREDITS_AT_ONCE)
    await charges.updateEach('mark charge paid', credits.slice(from, from + CREDITS_AT_ONCE), decide);
  return [...reasons].flatMap(([received, reason]) => (reason === undefined ? [] : [{ received, reason }]));
}

function creditOf(received: ReceivedEvent<LedgerEvent>): Credit | undefined {
  const { tenant, entryPosted } = received.event;
  const id = parseId('charge', entryPosted?.chargeId ?? '');
  const endToEndId = entryPosted?.endToEndId as EndToEndId | undefined;
  if (tenant === null || tenant.accountId === '' || id === undefined || endToEndId === undefined) return undefined;
  const accountId = tenant.accountId as Id<'account'>;
  return { tenant: { accountId, livemode: tenant.livemode }, id, endToEndId, received };
}
