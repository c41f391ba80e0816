import type { Connection } from 'mongoose';
import { makeDeliveryIndexes } from './delivery-document.ts';
import { endpointStore } from './endpoints.ts';
import { eventStore } from './events.ts';
import { replayStore } from './replays.ts';
import { sendsByHand } from './sends-by-hand.ts';
import { makeSecretIndexes } from './signing-secrets.ts';

/** Every index of webhooks, one collection after the other: a build takes much of a server. Adds only. */
export async function makeIndexes(connection: Connection): Promise<void> {
  const stores = [makeDeliveryIndexes, endpointStore, eventStore, replayStore, sendsByHand, makeSecretIndexes];
  for (const make of stores) await make(connection);
}
