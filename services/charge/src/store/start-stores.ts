import { topicName } from '@gx/contracts';
import { type Host, type OutboxRelay, startOutboxRelay } from '@gx/runtime';
import type { Connection } from 'mongoose';
import type { Addresses } from '../domain/charge-view.ts';
import { bankProfileStore } from './bank-profiles.ts';
import { chargeModel } from './charge-model.ts';
import { chargeStore } from './charges.ts';
import { clearingStore } from './clearing.ts';
import { type CreationTimes, creationStore } from './creations.ts';
import { noticeStore } from './notices.ts';
import { reviewStore } from './reviews.ts';
import { strayStore } from './strays.ts';
import { sweepStore } from './sweeps.ts';

type Producer = Parameters<typeof startOutboxRelay>[1]['producer'];
export type StoreOptions = {
  readonly connection: Connection;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly owner: string;
  readonly addresses: Addresses;
  readonly times: CreationTimes;
};
export type Stores = Awaited<ReturnType<typeof startStores>>;

/** A handler of a notice asks the bank up to three times; nobody else takes the notice before that has ended. */
const NOTICE_LEASE_MS = 30_000;

/** Every collection of the service with its indexes, and the relay that publishes their events. */
export async function startStores(host: Host, options: StoreOptions) {
  const { connection, producer, topicPrefix, owner, addresses, times } = options;
  const model = await chargeModel(connection);
  const topic = topicName(topicPrefix, 'charge');
  const relay: OutboxRelay = startOutboxRelay(host, {
    connection,
    collection: model.collection.name,
    producer,
    topic,
    owner,
  });
  return {
    relay,
    charges: chargeStore({ model, relay, addresses }),
    creations: creationStore(connection, model, times),
    clearing: clearingStore({ connection, model, relay, addresses }),
    reviews: reviewStore(connection, model),
    notices: await noticeStore(connection, NOTICE_LEASE_MS),
    strays: await strayStore(connection),
    sweeps: sweepStore(connection),
    profiles: bankProfileStore(connection),
  };
}
