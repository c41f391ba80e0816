import type { Connection } from 'mongoose';
import { makeDeliveryIndexes } from './delivery-document.ts';
import { endpointStore } from './endpoints.ts';
import { eventStore } from './events.ts';
import { replayStore } from './replays.ts';
import { sendsByHand } from './sends-by-hand.ts';

/** Every index of webhooks, one collection after the other: a build takes much of a server. Adds only. */
export async function makeIndexes(connection: Connection): Promise<void> {
  for (const make of [makeDeliveryIndexes, endpointStore, eventStore, replayStore, sendsByHand]) await make(connection);
}
