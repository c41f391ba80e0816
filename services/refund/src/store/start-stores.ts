import { topicName } from '@gx/contracts';
import type { Cipher, Host } from '@gx/runtime';
import {
  type BucketLimits,
  type CustomerKeyOptions,
  customerKeys,
  makeLimitIndexes,
  type OutboxRelay,
  payeeErasure,
  startOutboxRelay,
  startReplicaRegistry,
  tokenBucket,
  transactionsOn,
} from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { payeeBehind } from '../domain/payee.ts';
import { dailyLimitStore } from './daily-limits.ts';
import { destinationSecret } from './destination-secret.ts';
import { devolutionStore } from './devolutions.ts';
import { DUE_PATHS } from './due.ts';
import { type DueTimes, dueStore } from './due-refunds.ts';
import { encryptedSecrets } from './encrypted-secrets.ts';
import { pixOutStore } from './pix-outs.ts';
import { redeliveryStore } from './redelivery.ts';
import { refundModel } from './refund-model.ts';
import { refundableStore } from './refundables.ts';
import { type RefundTimes, refundStore } from './refunds.ts';
import { olderRefunds, refundsOfPayees } from './refunds-of-payees.ts';
import { storedRefunds } from './stored-refunds.ts';

type Producer = Parameters<typeof startOutboxRelay>[1]['producer'];
export type StoreOptions = {
  readonly connection: Connection;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly owner: string;
  readonly cipher: Cipher;
  readonly times: DueTimes & RefundTimes;
  readonly personalData: Pick<CustomerKeyOptions, 'rememberedMs'> & { readonly isEncrypted: boolean };
};

const ERASURE = { entity: 'refund', payeeBehind, advice: 'wait for their end' } as const;

/** Every collection of the service with its indexes, and the relay that publishes their events. */
export async function startStores(
  host: Host,
  { connection, producer, topicPrefix, owner, cipher, times, personalData }: StoreOptions,
) {
  const model = await refundModel(connection);
  await makeLimitIndexes(connection);
  const topicOf = (): string => topicName(topicPrefix, 'refund');
  const collection = model.collection.name;
  const relay: OutboxRelay = startOutboxRelay(host, { connection, collection, producer, topicOf, owner });
  const inTransaction = transactionsOn(connection, startReplicaRegistry(host, connection, owner));
  const keys = await customerKeys(connection, { cipher, log: host.log, ...personalData });
  const stored = storedRefunds(keys, { cipher, ...personalData });
  const secret = destinationSecret(connection, cipher);
  const [ofPayees, older] = [refundsOfPayees(model, stored), olderRefunds(model, stored, secret)];
  return {
    relay,
    ofPayees,
    older,
    payees: payeeErasure({ keys, ofPayees, older, log: host.log }, ERASURE),
    devolutions: devolutionStore(model),
    pixOuts: pixOutStore(model),
    refunds: refundStore({ model, relay, stored, times }),
    dailyLimits: dailyLimitStore(connection, model, inTransaction),
    due: dueStore({ model, stored, times }),
    unacknowledged: redeliveryStore({ connection, model, relay }, DUE_PATHS.unacknowledged),
    unposted: redeliveryStore({ connection, model, relay }, DUE_PATHS.unposted),
    destinationSecret: secret,
    refundables: refundableStore(connection),
    /** Of Pix keys, as the directory allows them at a bank. */
    lookups: (bankProfileId: string, limits: BucketLimits) =>
      tokenBucket(connection, { collection: 'key_lookups', name: bankProfileId, limits }),
    encrypted: encryptedSecrets(connection, cipher),
  };
}
