import { setTimeout } from 'node:timers/promises';
import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import type { EndpointDocument, EndpointModel } from './endpoints.ts';

type OccupiedSlot = Pick<EndpointDocument, '_id' | 'slot'>;

const PAUSE_MS_MAX = 100;

/**
 * Inserts an endpoint in a free one of `max` slots of its tenant; false when none is free. A unique index
 * lets a slot be occupied once, so the number is exact however many register at once, wherever.
 */
export async function insertInSlot(
  endpoints: EndpointModel,
  endpoint: EndpointDocument,
  max: number,
): Promise<boolean> {
  const tenant = { accountId: endpoint.accountId, livemode: endpoint.livemode };
  const lost = new Set<number>();
  for (let rounds = 0; ; ) {
    const endpointsInSlots: OccupiedSlot[] = await endpoints.find(tenant, { slot: 1 }).lean();
    const occupied = new Set(endpointsInSlots.map((one) => one.slot));
    const free = Array.from({ length: max }, (_, nth) => nth).filter((nth) => !occupied.has(nth));
    if (free.length === 0) return false;
    const slot = free.find((nth) => !lost.has(nth));
    if (slot === undefined) {
      // Somebody has each of them, or had: majority reads show it a moment later.
      lost.clear();
      await setTimeout(Math.min(2 ** rounds, PAUSE_MS_MAX));
      rounds += 1;
      continue;
    }
    const [outside] = endpointsInSlots.flatMap(({ _id: id, slot: from = 0 }) => (from < max ? [] : [{ id, from }]));
    try {
      if (outside !== undefined) await moveToSlot(endpoints, { tenant, ...outside, slot });
      else await endpoints.insertOne({ ...endpoint, slot });
      if (outside === undefined) return true;
    } catch (error) {
      if (!isSlotConflict(error)) throw error;
    }
    lost.add(slot);
  }
}

type SlotMove = {
  readonly tenant: Tenant;
  readonly id: Id<'endpoint'>;
  readonly from: number;
  readonly slot: number;
};

/** An endpoint whose slot is of a larger limit gets one before anybody new does: it counts too. */
const moveToSlot = (endpoints: EndpointModel, { tenant, id, from, slot }: SlotMove) =>
  endpoints.updateOne({ _id: id, ...tenant, deletedAt: { $exists: false }, slot: from }, { $set: { slot } });

/** Somebody was faster. The same error under the endpoint's own id would be a bug. */
const isSlotConflict = (error: unknown): boolean =>
  isDuplicateKey(error) && Object.hasOwn((error as { keyPattern?: object }).keyPattern ?? {}, 'slot');
