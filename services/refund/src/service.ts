import { randomUUID } from 'node:crypto';
import { chargeEventCodec, subscription } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { transferBanks } from '@gx/providers';
import { type Host, serviceCipher, startJob } from '@gx/runtime';
import { startGrpcServer } from '@gx/runtime/grpc';
import { connectEvents, oneByOne, type ReceivedEvent, startConsumer } from '@gx/runtime/kafka';
import { type OutboxRelay, openMongo } from '@gx/runtime/mongo';
import { createRefund } from './commands/create-refund.ts';
import type { StoreReturnDeps } from './commands/store-return.ts';
import type { RefundConfig } from './config.ts';
import {
  type OnProviderCallbackReceivedDeps,
  onProviderCallbackReceived,
} from './events/on-provider-callback-received.ts';
import { onReturnOrdered } from './events/on-return-ordered.ts';
import { type OnReturnedByBankDeps, onReturnedByBank } from './events/on-returned-by-bank.ts';
import { redeliverAll } from './jobs/redeliver.ts';
import { startRefundWork } from './jobs/start-refund-work.ts';
import { accountsPeer } from './peers/accounts.ts';
import { chargesPeer } from './peers/charges.ts';
import { holdsPeer } from './peers/holds.ts';
import { refundRpc } from './rpc.ts';
import { startStores } from './store/start-stores.ts';

export type RefundService = { readonly port: number; readonly relay: OutboxRelay };

/** Starts the service: stores, peers, banks, the job, the consumer of charge, and last the door. */
export async function startRefund(host: Host, config: RefundConfig): Promise<RefundService> {
  const connection = await openMongo(host, config);
  const events = await connectEvents(host, config);
  const owner = `${host.name}:${randomUUID()}`;
  const cipher = serviceCipher(host.log, config);
  const topicPrefix = config.TOPIC_PREFIX ?? '';
  const stores = await startStores(host, {
    connection,
    producer: events.producer,
    topicPrefix,
    owner,
    cipher,
    times: storeTimes(config),
  });
  const charges = chargesPeer(host, cipher, { address: config.CHARGE_ADDRESS, deadlineMs: config.PEER_CALL_MS });
  const profiles = charges.bankProfiles;
  const work = {
    ...stores,
    charges,
    accounts: accountsPeer(host, config.KEYS_ADDRESS, config.PEER_CALL_MS),
    holds: holdsPeer(host, config.LEDGER_ADDRESS, config.PEER_CALL_MS),
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
    newOwner: () => `${owner}:${randomUUID()}`,
  };
  const again = { ...work, afterMs: config.REDELIVER_AFTER_SECONDS * 1_000 };
  const everyMs = Math.max(250, again.afterMs / 4);
  startJob(host, { name: 'redeliver', everyMs, run: redeliverAll(again) });
  const trigger = startRefundWork(host, work);
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'refund'),
    codec: chargeEventCodec,
    types: ['charge.return_ordered', 'charge.provider_callback_received', 'charge.returned_by_bank'],
    apply: oneByOne(onChargeEvent({ ...work, trigger })),
  });
  const deps = { ...work, trigger, reencryptSecrets: stores.encrypted };
  const rpc = refundRpc({ ...deps, createRefund: createRefund({ ...deps, times: createTimes(config) }) });
  const { port } = await startGrpcServer(host, config.GRPC_PORT, [rpc]);
  return { port, relay: stores.relay };
}

const storeTimes = (config: RefundConfig) => ({
  createLeaseMs: config.CREATE_LEASE_MS,
  workLeaseMs: config.WORK_LEASE_MS,
  scale: config.POLL_TIME_SCALE,
});
const createTimes = (config: RefundConfig) => ({ peerCallMs: config.PEER_CALL_MS, waitMs: config.CREATE_WAIT_MS });

type EventDeps = StoreReturnDeps & OnProviderCallbackReceivedDeps & OnReturnedByBankDeps;
type OnEvent = (event: ChargeEvent, received: ReceivedEvent<ChargeEvent>) => Promise<string | undefined>;

/** Each type of event that this service listens to has its own act. */
function onChargeEvent(deps: EventDeps): OnEvent {
  const acts: Readonly<Record<string, OnEvent>> = {
    'charge.return_ordered': (event, received) => onReturnOrdered(deps, event, received),
    'charge.provider_callback_received': (event, received) => onProviderCallbackReceived(deps, event, received),
    'charge.returned_by_bank': (event, received) => onReturnedByBank(deps, event, received),
  };
  return async (event, received) => {
    const act = acts[event.type];
    return act === undefined ? "the type is not the header's" : act(event, received);
  };
}
