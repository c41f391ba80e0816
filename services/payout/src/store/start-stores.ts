import { topicName } from '@gx/contracts';
import type { Cipher, Host } from '@gx/runtime';
import {
  type BucketLimits,
  type CustomerKeyOptions,
  customerKeys,
  limitClaims,
  type OutboxRelay,
  payeeErasure,
  startOutboxRelay,
  startReplicaRegistry,
  tokenBucket,
  transactionsOn,
} from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { payeeBehind } from '../domain/payee.ts';
import { bankTurns } from './bank-turns.ts';
import { destinationSecret } from './destination-secret.ts';
import { DUE_PATHS } from './due.ts';
import { dueStore, type PayoutDueTimes } from './due-payouts.ts';
import { encryptedSecrets } from './encrypted-secrets.ts';
import { olderPayouts } from './older-payouts.ts';
import { payoutModel } from './payout-model.ts';
import { type PayoutTimes, payoutStore } from './payouts.ts';
import { payoutsOfPayees } from './payouts-of-payees.ts';
import { pixOutStore } from './pix-outs.ts';
import { redeliveryStore } from './redelivery.ts';
import { storedPayouts } from './stored-payouts.ts';

type Producer = Parameters<typeof startOutboxRelay>[1]['producer'];
export type PayoutStoreOptions = {
  readonly connection: Connection;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly owner: string;
  readonly cipher: Cipher;
  readonly times: PayoutDueTimes & PayoutTimes;
  readonly personalData: Pick<CustomerKeyOptions, 'rememberedMs'> & { readonly isEncrypted: boolean };
};

const ERASURE = { entity: 'payout', payeeBehind, advice: 'cancel them, or wait for their end' } as const;

/** Every collection of the service with its indexes, and the relay that publishes their events. */
export async function startStores(
  host: Host,
  { connection, producer, topicPrefix, owner, cipher, times, personalData }: PayoutStoreOptions,
) {
  const model = await payoutModel(connection);
  const topicOf = (): string => topicName(topicPrefix, 'payout');
  const collection = model.collection.name;
  const relay: OutboxRelay = startOutboxRelay(host, { connection, collection, producer, topicOf, owner });
  const inTransaction = transactionsOn(connection, startReplicaRegistry(host, connection, owner));
  const keys = await customerKeys(connection, { cipher, log: host.log, ...personalData });
  const stored = storedPayouts(keys, { cipher, ...personalData });
  const [ofPayees, older] = [payoutsOfPayees(model, stored), olderPayouts(model, stored)];
  return {
    relay,
    keys,
    destinationSecret: await destinationSecret(connection, cipher),
    pixOuts: pixOutStore(model),
    ofPayees,
    older,
    payees: payeeErasure({ keys, ofPayees, older, log: host.log }, ERASURE),
    payouts: payoutStore({ model, relay, stored, times }),
    due: dueStore({ model, stored, times }),
    limits: limitClaims(connection, inTransaction),
    turns: bankTurns(connection),
    unposted: redeliveryStore({ connection, model, relay }, DUE_PATHS.unposted),
    /** Of Pix keys, as the directory allows them at a bank. */
    lookups: (bankProfileId: string, limits: BucketLimits) =>
      tokenBucket(connection, { collection: 'key_lookups', name: bankProfileId, limits }),
    encrypted: encryptedSecrets(connection, cipher),
  };
}
