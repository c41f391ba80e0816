import { chargeTopicOf, topicName } from '@gx/contracts';
import type { Host } from '@gx/runtime';
import {
  customerKeys,
  NAMING_SECRETS,
  startOutboxRelay,
  startReplicaRegistry,
  storedSecretOnDemand,
  transactionsOn,
} from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { PublicAddresses } from '../domain/charge-view.ts';
import type { StoredBytesLimits } from '../domain/stored-bytes.ts';
import type { VelocityLimits } from '../domain/velocity.ts';
import { accountQuota } from './account-quota.ts';
import { bankProfileStore } from './bank-profiles.ts';
import { callbackStore } from './callbacks.ts';
import { chargeLists } from './charge-lists.ts';
import { chargeModel } from './charge-model.ts';
import { chargeQueue } from './charge-queue.ts';
import { chargeStore } from './charges.ts';
import { chargesOfKeys } from './charges-of-keys.ts';
import { checkoutStore } from './checkouts.ts';
import { clearCharges } from './clear-charges.ts';
import { closingStore } from './closings.ts';
import { countedCharges } from './counted-charges.ts';
import { type CreationTimes, creationStore } from './creations.ts';
import { customerQuota } from './customer-quota.ts';
import { disputeModel } from './dispute-model.ts';
import { disputeStore } from './disputes.ts';
import { DUE, DUE_PATHS, isDueAt } from './due.ts';
import { STATISTICS_MARK } from './encode-event.ts';
import { endedCodes } from './ended-codes.ts';
import { evidenceStore } from './evidence.ts';
import { evidenceKeys } from './evidence-keys.ts';
import { moneyRecordStore } from './money-records.ts';
import { olderEvidence } from './older-evidence.ts';
import { payers } from './payers.ts';
import { paymentPages } from './payment-pages.ts';
import { paymentStore } from './payments.ts';
import { redeliveryStore } from './redelivery.ts';
import { reviewStore } from './reviews.ts';
import { singleKeys } from './single-keys.ts';
import { statisticsCells } from './statistics-cells.ts';
import { storedBytes } from './stored-bytes.ts';
import { storedCharges } from './stored-charges.ts';
import { sweepStore } from './sweeps.ts';
import { unmatchedPaymentModel, unmatchedPaymentStore } from './unmatched-payments.ts';
import { unpostedStore } from './unposted-events.ts';

type Producer = Parameters<typeof startOutboxRelay>[1]['producer'];
export type StoreOptions = {
  readonly connection: Connection;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly owner: string;
  readonly addresses: PublicAddresses;
  readonly times: CreationTimes;
  readonly limits: VelocityLimits;
  readonly storedPerDay: StoredBytesLimits;
  readonly personalData: PersonalDataOptions;
};
type PersonalDataOptions = Omit<Parameters<typeof customerKeys>[1], 'log'> &
  Pick<Parameters<typeof storedCharges>[1], 'isEncrypted'>;
export type Stores = Awaited<ReturnType<typeof startStores>>;

/**
 * A handler of a callback asks the bank up to three times, and then who paid; nobody else takes the callback
 * before that has ended.
 */
const CALLBACK_LEASE_MS = 30_000;

/** Every collection of the service with its indexes, and the relay that publishes their events. */
export async function startStores(host: Host, options: StoreOptions) {
  const { connection, producer, topicPrefix, owner, addresses, times, limits, storedPerDay } = options;
  const [model, unmatchedPayments] = await Promise.all([chargeModel(connection), unmatchedPaymentModel(connection)]);
  const cells = await statisticsCells(connection, model);
  const topicOf = (type: string): string | undefined =>
    type === STATISTICS_MARK ? undefined : topicName(topicPrefix, chargeTopicOf(type));
  const outbox = { connection, producer, topicOf, owner };
  const relay = startOutboxRelay(host, { ...outbox, collection: model.collection.name, beforeRemoval: cells.mark });
  const unmatchedPaymentRelay = startOutboxRelay(host, { ...outbox, collection: unmatchedPayments.collection.name });
  const inTransaction = transactionsOn(connection, startReplicaRegistry(host, connection, owner));
  const keys = await customerKeys(connection, { ...options.personalData, log: host.log });
  const { cipher, isEncrypted } = options.personalData;
  // What names customers names their requests: both must be known for ever.
  const requestSecret = storedSecretOnDemand(connection, cipher, NAMING_SECRETS);
  const stored = storedCharges(keys, { isEncrypted, requestSecret });
  const charges = { connection, model, stored };
  const whoPaid = payers(keys, options.personalData);
  const ofKeys = chargesOfKeys(charges);
  const keyFor = evidenceKeys({ isEncrypted, keys, chargesOfKeys: ofKeys });
  const ofEvidence = { connection, keys, chargesOfKeys: ofKeys, cipher, keyFor, log: host.log };
  const redelivery = { ...charges, relay, addresses };
  const creations = creationStore(charges, times);
  return {
    keys,
    relay,
    charges: chargeStore({ model, stored, relay, addresses, inTransaction, firstLeaseEnd: creations.firstLeaseEnd }),
    disputes: disputeStore(connection, await disputeModel(connection)),
    chargeLists: chargeLists(charges, keys),
    chargesOfKeys: ofKeys,
    evidence: evidenceStore(ofEvidence),
    olderEvidence: olderEvidence(ofEvidence),
    payers: whoPaid,
    clearCharges: clearCharges(charges, { payers: whoPaid, ...options.personalData }),
    singleKeys: singleKeys(connection, options.personalData),
    checkouts: checkoutStore(model, stored),
    pages: paymentPages(charges),
    creations,
    closings: closingStore(charges),
    isDueAt: isDueAt(connection, model),
    optionChanges: chargeQueue(charges, DUE.options),
    awaitingPosting: redeliveryStore(redelivery, DUE_PATHS.posting),
    rechecks: chargeQueue(charges, DUE.recheck),
    lastRechecks: chargeQueue(charges, DUE.lastRecheck),
    payments: paymentStore(model, unmatchedPayments),
    moneyRecords: moneyRecordStore(model, unmatchedPayments),
    reviews: reviewStore(charges),
    callbacks: await callbackStore(connection, CALLBACK_LEASE_MS),
    unmatchedPayments: unmatchedPaymentStore(unmatchedPayments, unmatchedPaymentRelay),
    unposted: unpostedStore({ connection, model, relay }),
    unacknowledgedReturns: redeliveryStore(redelivery, DUE_PATHS.returns),
    sweeps: sweepStore(connection),
    profiles: bankProfileStore(connection),
    endedCodes: endedCodes(model),
    cells,
    counted: countedCharges(model),
    customerQuota: await customerQuota(connection, limits.customer),
    accountQuota: accountQuota(connection, model, limits.account),
    storedBytes: await storedBytes(connection, { limits: storedPerDay, log: host.log }),
  };
}
