import { isDeepStrictEqual } from 'node:util';
import { type Id, InvariantViolation, type Tenant } from '@gx/core';
import { inSpan, observe, SpanKind } from '@gx/runtime';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import { isDuplicateKey, type OutboxBatch } from '@gx/runtime/mongo';
import type { Change, Charge, Decision } from '../domain/charge.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import { mayContributeAnew } from '../domain/contribution.ts';
import { changesOf } from './charge-changes.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeStoreDeps } from './charges.ts';
import { encodeEvent, statisticsMark } from './encode-event.ts';
import { notingUnposted } from './unposted-events.ts';

/**
 * What an event asks of a charge. Its change belongs to the trace of the event, of several to the first
 * one's.
 */
export type ChargeTarget = {
  readonly tenant: Tenant;
  readonly id: Id<'charge'>;
  readonly received: Pick<ReceivedEvent<{ readonly type: string }>, 'event' | 'context'>;
};
/** `own` are the targets that name the charge, in their order. */
export type DecideEach<T> = (charge: Charge, own: readonly T[]) => Decision;
type ChargeUpdate = OutboxBatch & { readonly change?: Change; readonly write?: object };

/** The events of a change as they wait in the outbox, and the update that writes both at once. */
export function recordChange(before: Charge, { charge, events, act }: Change, addresses: PublicAddresses) {
  const encoded = events.map((event) => encodeEvent(charge, event, addresses));
  const isSilent = encoded.length === 0 && mayContributeAnew(before, charge);
  const outbox = isSilent ? [statisticsMark(before.tenant.accountId)] : encoded;
  return { outbox, changes: notingUnposted(changesOf(before, charge, { outbox, act }), events, outbox) };
}

/** Of a change that is written. */
export function measureTimeToPaid({ charge: { createdAt, settlement, tenant }, events }: Change): void {
  if (settlement === null || events.every(({ type }) => type !== 'charge.paid')) return;
  const seconds = Math.max(0, settlement.paidAt.getTime() - createdAt.getTime()) / 1_000;
  observe('gx.charge.time_to_paid', seconds, { 'gx.livemode': tenant.livemode });
}

/**
 * An error of an index quotes the values that did not fit: ids of money, here. Only what happened may be
 * logged.
 */
export function withoutValues(error: unknown): never {
  if (isDuplicateKey(error)) throw new InvariantViolation('a Pix of this charge is a payment of another one');
  throw error;
}

/**
 * Reads all charges that are named, decides about each, writes those that change: one read, one write. False
 * when somebody else wrote to one of them in between. The database says how many writes stand and not which:
 * the next round finds those done, and what waits in a charge that stays as it is leaves with the others.
 */
export async function updateEach<T extends ChargeTarget>(
  { model, stored, relay, addresses }: ChargeStoreDeps,
  span: string,
  targets: readonly T[],
  decide: DecideEach<T>,
): Promise<boolean> {
  const documents = await model.find({ _id: { $in: targets.map(({ id }) => id) } }).lean<ChargeDocument[]>();
  const charges = await stored.eachOpened(documents);
  const decideOne = async (document: ChargeDocument, at: number): Promise<ChargeUpdate[]> => {
    const before = charges[at] as Charge;
    const own = targets.filter(({ tenant, id }) => id === before.id && isDeepStrictEqual(tenant, before.tenant));
    if (own[0] === undefined) return [];
    const { context: parent, event } = own[0].received;
    const attributes = { 'gx.charge.id': before.id, 'gx.event.type': event.type };
    const options = { kind: SpanKind.CONSUMER, parent, attributes, links: [before.traceparent ?? undefined] };
    return inSpan(span, options, (): ChargeUpdate[] => {
      const change = decide(before, own);
      if (change.kind === 'keep') return [{ id: before.id, outbox: document.outbox }];
      const { changes, outbox } = recordChange(before, change, addresses);
      const filter = { _id: before.id, ...before.tenant, version: before.version };
      const write = { updateOne: { filter, update: changes } };
      return [{ id: before.id, outbox: [...document.outbox, ...outbox], change, write }];
    });
  };
  const decided = (await Promise.all(documents.map(decideOne))).flat();
  const writes = decided.flatMap(({ write }) => write ?? []);
  if (writes.length > 0) {
    const written = model.collection.bulkWrite(writes as never[], { ordered: false });
    if ((await written.catch(withoutValues)).matchedCount < writes.length) return false;
  }
  for (const { change, ...batch } of decided) {
    relay.publish(batch);
    if (change !== undefined) measureTimeToPaid(change);
  }
  return true;
}
