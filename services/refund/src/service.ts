import { randomUUID } from 'node:crypto';
import { chargeEventCodec, topicName } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { type Host, kafkaAccess, serviceSecretBox, startJob } from '@gx/runtime';
import { startGrpcServer } from '@gx/runtime/grpc';
import { connectKafka, oneByOne, type Received, startConsumer, startProducer } from '@gx/runtime/kafka';
import { type OutboxRelay, openMongo } from '@gx/runtime/mongo';
import { refundBanks } from './banks/bank-directory.ts';
import { createRefund } from './commands/create-refund.ts';
import { orderReturn } from './commands/order-return.ts';
import { retryReturn } from './commands/retry-return.ts';
import { settleReturn } from './commands/settle-return.ts';
import type { Config } from './config.ts';
import { onBankNoticed } from './events/on-bank-noticed.ts';
import { onReturnOrdered } from './events/on-return-ordered.ts';
import { bookAgain } from './jobs/book-again.ts';
import { sayAgain } from './jobs/say-again.ts';
import { startLanes } from './jobs/start-lanes.ts';
import { workRefunds } from './jobs/work-refunds.ts';
import { chargesPeer } from './peers/charges.ts';
import { holdsPeer } from './peers/holds.ts';
import { listDevolutions } from './queries/list-devolutions.ts';
import { listFailedReturns } from './queries/list-failed-returns.ts';
import { listRefunds } from './queries/list-refunds.ts';
import { refundRpc } from './rpc.ts';
import { startStores } from './store/start-stores.ts';

export type RefundService = { readonly port: number; readonly relay: OutboxRelay };

/** Starts the service: stores, peers, banks, the job, the consumer of charge, and last the door. */
export async function startRefund(host: Host, config: Config): Promise<RefundService> {
  const connection = await openMongo(host, config);
  const kafka = connectKafka({ ...kafkaAccess(config), clientId: host.name, log: host.log, seam: host.seam });
  const producer = await startProducer(kafka, host);
  const owner = randomUUID();
  const box = serviceSecretBox(host.log, config);
  const topicPrefix = config.TOPIC_PREFIX ?? '';
  const stores = await startStores(host, { connection, producer, topicPrefix, owner, box, times: storeTimes(config) });
  const charges = chargesPeer(host, config.CHARGE_ADDRESS, config.PEER_CALL_MS);
  const profiles = charges.bankProfiles;
  const work = {
    ...stores,
    charges,
    holds: holdsPeer(host, config.LEDGER_ADDRESS, config.PEER_CALL_MS),
    banks: refundBanks({ host, profiles, box, bankDeadlineMs: config.BANK_CALL_MS }),
    budget: { totalMs: config.BANK_MS, callMs: config.BANK_CALL_MS },
    log: host.log,
    life: host.life,
    now: host.now,
    newOwner: () => `${owner}:${randomUUID()}`,
  };
  const again = { ...work, afterMs: config.EMIT_AGAIN_SECONDS * 1_000 };
  const everyMs = Math.max(250, again.afterMs / 4);
  for (const [name, run] of Object.entries({ 'say again': sayAgain(again), 'book again': bookAgain(again) }))
    startJob({ name, everyMs, run, log: host.log, life: host.life, seam: host.seam });
  const nudge = startLanes(host, 'work on refunds', { waiting: stores.due.waiting, work: workRefunds(work) });
  startConsumer(host, {
    kafka,
    producer,
    group: `${topicPrefix}refund`,
    topic: topicName(topicPrefix, 'chargeMoney'),
    codec: chargeEventCodec,
    types: ['charge.return_ordered', 'charge.bank_noticed'],
    apply: oneByOne(onChargeEvent({ ...work, nudge })),
  });
  const rpc = refundRpc({
    createRefund: createRefund({ ...work, nudge, times: createTimes(config) }),
    listRefunds: listRefunds(work),
    listFailedReturns: listFailedReturns(work),
    listDevolutions: listDevolutions(work),
    retryReturn: retryReturn({ ...work, nudge }),
    settleReturn: settleReturn(work),
    resealSecrets: stores.sealed,
  });
  const { port } = await startGrpcServer(host, config.GRPC_PORT, [rpc]);
  return { port, relay: stores.relay };
}

const storeTimes = (config: Config) => ({
  createLeaseMs: config.CREATE_LEASE_MS,
  workLeaseMs: config.WORK_LEASE_MS,
  scale: config.ASK_AGAIN_TIME_SCALE,
});
const createTimes = (config: Config) => ({ peerCallMs: config.PEER_CALL_MS, waitMs: config.CREATE_WAIT_MS });

type EventDeps = Parameters<typeof orderReturn>[0] & Parameters<typeof onBankNoticed>[0];

/** Each type of event that this service listens to has its own act. */
function onChargeEvent(deps: EventDeps) {
  const returnOrdered = onReturnOrdered({ order: orderReturn(deps) });
  const bankNoticed = onBankNoticed(deps);
  return (event: ChargeEvent, received: Received<ChargeEvent>): Promise<string | undefined> =>
    event.type === 'charge.return_ordered' ? returnOrdered(event, received) : bankNoticed(event, received);
}
