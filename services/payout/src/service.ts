import { randomBytes, randomUUID } from 'node:crypto';
import { chargeEventCodec, subscription } from '@gx/contracts';
import { transferBanks } from '@gx/providers';
import { type TestPayer, testPayer } from '@gx/providers/test-payer';
import { type Host, serviceCipher, startJob } from '@gx/runtime';
import { connectGrpc, startGrpcServer } from '@gx/runtime/grpc';
import { connectEvents, oneByOne, startConsumer } from '@gx/runtime/kafka';
import { type OutboxRelay, openMongo, startActFiling } from '@gx/runtime/mongo';
import { createPayout } from './commands/create-payout.ts';
import type { PayoutConfig } from './config.ts';
import { onProviderCallbackReceived } from './events/on-provider-callback-received.ts';
import { type EncryptPayeesDeps, encryptPayees } from './jobs/encrypt-payees.ts';
import { redeliverLosses } from './jobs/redeliver.ts';
import { startPayoutWork } from './jobs/start-payout-work.ts';
import type { PayoutWorkDeps } from './jobs/work-on-payout.ts';
import { chargesPeer } from './peers/charges.ts';
import { keysPeer } from './peers/keys.ts';
import { ledgerPeer } from './peers/ledger.ts';
import { payoutRpc } from './rpc.ts';
import { startStores } from './store/start-stores.ts';

export type PayoutService = { readonly port: number; readonly relay: OutboxRelay };
const SALT_BYTES = 16;
const ENCRYPT_EVERY_MS = 60_000;

type Owners = { readonly owner: string; readonly topicPrefix: string };

/** Starts the service: stores, peers, banks, jobs, the consumer of charge, and last the door. */
export async function startPayout(host: Host, config: PayoutConfig): Promise<PayoutService> {
  const connection = await openMongo(host, config);
  const events = await connectEvents(host, config);
  const grpc = connectGrpc(host, 'payout', config);
  const owners: Owners = { owner: `${host.name}:${randomUUID()}`, topicPrefix: config.TOPIC_PREFIX ?? '' };
  const cipher = serviceCipher(host.log, config);
  const stores = await startStores(host, {
    connection,
    producer: events.producer,
    ...owners,
    cipher,
    times: storeTimes(config),
    personalData: personalDataOf(config),
  });
  const peer = (address: string) => ({ address, deadlineMs: config.PEER_CALL_MS });
  let wake: (bankProfileId: string) => void = () => undefined;
  const accounts = keysPeer(grpc, peer(config.KEYS_ADDRESS));
  const work: PayoutWorkDeps = {
    ...stores,
    accounts,
    ledger: ledgerPeer(grpc, peer(config.LEDGER_ADDRESS)),
    banks: transferBanks({
      host,
      profiles: chargesPeer(grpc, peer(config.CHARGE_ADDRESS)).bankProfiles,
      cipher,
      bankDeadlineMs: config.BANK_CALL_MS,
      lookups: stores.lookups,
    }),
    budget: { totalMs: config.BANK_MS, callMs: config.BANK_CALL_MS },
    trigger: (bankProfileId) => wake(bankProfileId),
    log: host.log,
    now: host.now,
    newOwner: () => `${owners.owner}:${randomUUID()}`,
  };
  startRedelivery(host, config, { ...stores, ledger: work.ledger });
  startEncryption(host, config, stores);
  wake = startPayoutWork(host, work);
  startActFiling(host, { grpc, address: config.KEYS_ADDRESS, sources: [stores.payouts.acts] });
  startConsumer(host, {
    ...events,
    ...subscription(owners.topicPrefix, 'payout'),
    codec: chargeEventCodec,
    types: ['charge.provider_callback_received'],
    apply: oneByOne((event, received) => onProviderCallbackReceived(work, event, received)),
  });
  const rpc = payoutRpc({
    ...stores,
    ...work,
    accounts,
    testPayer: openSimulator(host, config),
    reencryptSecrets: stores.encrypted,
    createPayout: createPayout({ ...stores, ...work, times: createTimes(config), newSalt: saltsOf(config) }),
  });
  const { port } = await startGrpcServer(host, grpc.listeners(config), [rpc]);
  return { port, relay: stores.relay };
}

const personalDataOf = (config: PayoutConfig) => ({
  isEncrypted: config.PERSONAL_DATA === 'encrypted',
  rememberedMs: config.CUSTOMER_KEY_SECONDS * 1_000,
});

const saltsOf = (config: PayoutConfig) => (): string | undefined =>
  personalDataOf(config).isEncrypted ? randomBytes(SALT_BYTES).toString('base64') : undefined;

const storeTimes = (config: PayoutConfig) => ({
  createLeaseMs: config.CREATE_LEASE_MS,
  workLeaseMs: config.WORK_LEASE_MS,
  scale: config.POLL_TIME_SCALE,
});
const createTimes = (config: PayoutConfig) => ({ peerCallMs: config.PEER_CALL_MS, waitMs: config.CREATE_WAIT_MS });

function startEncryption(host: Host, config: PayoutConfig, { older }: Pick<EncryptPayeesDeps, 'older'>): void {
  if (!personalDataOf(config).isEncrypted) return;
  startJob(host, { name: 'encrypt payees', everyMs: ENCRYPT_EVERY_MS, run: encryptPayees({ older, log: host.log }) });
}

function startRedelivery(
  host: Host,
  { REDELIVER_AFTER_SECONDS }: PayoutConfig,
  { unposted, ledger }: Pick<Parameters<typeof redeliverLosses>[0], 'unposted' | 'ledger'>,
): void {
  const afterMs = REDELIVER_AFTER_SECONDS * 1_000;
  const run = redeliverLosses({ unposted, ledger, log: host.log, afterMs });
  startJob(host, { name: 'redeliver', everyMs: Math.max(250, afterMs / 4), run });
}

function openSimulator({ life, now }: Host, { SIMULATOR_URL: url }: PayoutConfig): TestPayer | undefined {
  if (url === undefined) return undefined;
  const simulator = testPayer({ url, now });
  life.onStop('simulator client', () => simulator.close());
  return simulator;
}
