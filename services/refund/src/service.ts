import { randomUUID } from 'node:crypto';
import { chargeEventCodec, subscription } from '@gx/contracts';
import { transferBanks } from '@gx/providers';
import { type Host, serviceCipher, startJob } from '@gx/runtime';
import { connectGrpc, startGrpcServer } from '@gx/runtime/grpc';
import { connectEvents, startConsumer } from '@gx/runtime/kafka';
import { type OutboxRelay, openMongo, operatorWords, startActFiling } from '@gx/runtime/mongo';
import { createRefund } from './commands/create-refund.ts';
import type { RefundConfig } from './config.ts';
import { CHARGE_EVENTS, onChargeEvents } from './events/on-charge-events.ts';
import { encryptPayees } from './jobs/encrypt-payees.ts';
import { redeliverAll } from './jobs/redeliver.ts';
import { startRefundWork } from './jobs/start-refund-work.ts';
import { accountsPeer } from './peers/accounts.ts';
import { chargesPeer } from './peers/charges.ts';
import { holdsPeer } from './peers/holds.ts';
import { refundRpc } from './rpc.ts';
import { startStores } from './store/start-stores.ts';

export type RefundService = { readonly port: number; readonly relay: OutboxRelay };
const ENCRYPT_EVERY_MS = 60_000;

/** Starts the service: stores, peers, banks, the job, the consumer of charge, and last the door. */
export async function startRefund(host: Host, config: RefundConfig): Promise<RefundService> {
  const connection = await openMongo(host, config);
  const events = await connectEvents(host, config);
  const grpc = connectGrpc(host, 'refund', config);
  const owner = `${host.name}:${randomUUID()}`;
  const cipher = serviceCipher(host.log, config);
  const topicPrefix = config.TOPIC_PREFIX ?? '';
  const personalData = personalDataOf(config);
  const stores = await startStores(host, {
    connection,
    producer: events.producer,
    topicPrefix,
    owner,
    cipher,
    times: storeTimes(config),
    personalData,
  });
  const charges = chargesPeer(grpc, cipher, { address: config.CHARGE_ADDRESS, deadlineMs: config.PEER_CALL_MS });
  const profiles = charges.bankProfiles;
  const work = {
    ...stores,
    charges,
    accounts: accountsPeer(grpc, config.KEYS_ADDRESS, config.PEER_CALL_MS),
    holds: holdsPeer(grpc, config.LEDGER_ADDRESS, config.PEER_CALL_MS),
    banks: transferBanks({
      host,
      profiles,
      cipher,
      bankDeadlineMs: config.BANK_CALL_MS,
      lookups: stores.lookups,
    }),
    budget: { totalMs: config.BANK_MS, callMs: config.BANK_CALL_MS },
    log: host.log,
    life: host.life,
    now: host.now,
    words: await operatorWords(connection, { cipher, areTwoNeeded: config.TWO_OPERATORS === 'required' }),
    newOwner: () => `${owner}:${randomUUID()}`,
  };
  const again = { ...work, afterMs: config.REDELIVER_AFTER_SECONDS * 1_000 };
  const everyMs = Math.max(250, again.afterMs / 4);
  startJob(host, { name: 'redeliver', everyMs, run: redeliverAll(again) });
  if (personalData.isEncrypted)
    startJob(host, { name: 'encrypt payees', everyMs: ENCRYPT_EVERY_MS, run: encryptPayees(work) });
  const trigger = startRefundWork(host, work);
  startActFiling(host, { grpc, address: config.KEYS_ADDRESS, sources: [stores.refunds.acts] });
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'refund'),
    codec: chargeEventCodec,
    types: CHARGE_EVENTS,
    apply: onChargeEvents({ ...work, trigger }),
  });
  const deps = { ...work, ...personalData, trigger, reencryptSecrets: stores.encrypted };
  const rpc = refundRpc({ ...deps, createRefund: createRefund({ ...deps, times: createTimes(config) }) });
  const { port } = await startGrpcServer(host, grpc.listeners(config), [rpc]);
  return { port, relay: stores.relay };
}

const personalDataOf = (config: RefundConfig) => ({
  isEncrypted: config.PERSONAL_DATA === 'encrypted',
  rememberedMs: config.CUSTOMER_KEY_SECONDS * 1_000,
});

const storeTimes = (config: RefundConfig) => ({
  createLeaseMs: config.CREATE_LEASE_MS,
  workLeaseMs: config.WORK_LEASE_MS,
  scale: config.POLL_TIME_SCALE,
});
const createTimes = (config: RefundConfig) => ({ peerCallMs: config.PEER_CALL_MS, waitMs: config.CREATE_WAIT_MS });
