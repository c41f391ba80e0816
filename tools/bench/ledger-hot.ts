import { setTimeout as pause } from 'node:timers/promises';
import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { eventIdOf, type Id, newId } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import type { Message } from '@gx/runtime/kafkajs';
import { type Servers, startServers } from '@gx/stack';
import { type MoneyRecords, startMoneyRecords } from '@gx/testkit/stand-ins';
import type { Connection } from 'mongoose';
import { optionsOf } from './options.ts';
import { serverPids } from './product.ts';
import { type LoneService, startAlone } from './service-alone.ts';
import { type Figures, measure, printSides, ratioOf, type Side } from './sides.ts';

const OPTIONS = optionsOf({ requests: 5_000, warmUp: 5_000 });
const SPREAD = 1_000;
const PER_SEND = 500;
const POLL_EVERY_MS = 25;

/**
 * Credits into one wallet beside the same over 1,000 wallets, through the whole service: payments on the
 * topic, the ledger's own process, until every entry stands.
 */
export async function benchLedgerHot(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const charge = await startMoneyRecords();
  const ledger = await startAlone(servers, 'ledger', { CHARGE_ADDRESS: charge.address });
  try {
    const sides = sidesOf(ledger, servers, charge.records);
    for (const { run } of sides) await run(OPTIONS.warmUp);
    const rounds = await measure(sides, OPTIONS.rounds);
    printSides(rounds, sides, 'credit');
    console.log(`one wallet / ${SPREAD} wallets   ${ratioOf(rounds, 'one wallet', 'spread')}   wanted: ≥ 1.0`);
    await checkStored(ledger);
  } finally {
    await ledger.stop();
    await Promise.all([charge.stop(), servers.stop()]);
  }
}

/** Puts all of it on the topic at once and waits until every entry stands. */
async function drain({ producer, namespace, connection }: LoneService, messages: readonly Message[]): Promise<Figures> {
  const topic = topicName(namespace, 'chargeMoney');
  const wanted = (await standing(connection)).entries + messages.length;
  const started = performance.now();
  for (let from = 0; from < messages.length; from += PER_SEND)
    await producer.send({ topic, messages: messages.slice(from, from + PER_SEND) });
  while ((await standing(connection)).entries < wanted) await pause(POLL_EVERY_MS);
  return { perSecond: messages.length / ((performance.now() - started) / 1_000) };
}

/**
 * What the wallets say: committed entries alone, unlike a count of documents, which knows nothing of
 * transactions.
 */
async function standing(connection: Connection): Promise<{ readonly entries: number; readonly available: number }> {
  const sum = { $group: { _id: null, entries: { $sum: '$seq' }, available: { $sum: '$available' } } };
  const [found] = await connection.collection('wallets').aggregate([sum]).toArray();
  return { entries: Number(found?.['entries'] ?? 0), available: Number(found?.['available'] ?? 0) };
}

function sidesOf(ledger: LoneService, servers: Servers, records: MoneyRecords): Side[] {
  const processes = { ledger: ledger.service.pid, ...serverPids(servers, ['mongo', 'kafka']) };
  const over = (wallets: number) => {
    const accounts = Array.from({ length: wallets }, () => newId('account'));
    return (credits: number) =>
      drain(
        ledger,
        Array.from({ length: credits }, (_, nth) => paymentOf(accounts[nth % wallets] as Id<'account'>, records)),
      );
  };
  return [
    { name: 'one wallet', operations: OPTIONS.requests, run: over(1), processes },
    { name: 'spread', operations: OPTIONS.requests, run: over(SPREAD), processes },
  ];
}

/** A payment of 10.00 of a charge of its own, as charge would write it down and announce it. */
function paymentOf(accountId: Id<'account'>, records: Pick<MoneyRecords, 'add'>): Message {
  const chargeId = newId('charge');
  const eventId = eventIdOf(chargeId, 2);
  const tenant = { accountId, livemode: false };
  const type = 'charge.payment_accepted';
  const paymentAccepted = {
    endToEndId: `E${chargeId}`,
    amount: 1_000,
    currency: 'BRL',
    providerFee: 10,
    platformFee: 10,
    paidAtMs: Date.now(),
  };
  const value = chargeEventCodec.encode({
    eventId,
    type,
    sequence: 2,
    tenant,
    chargeId,
    occurredAtMs: Date.now(),
    paymentAccepted,
  });
  records.add(value);
  return toMessage(encodedEvent({ eventId, type, sequence: 2, tenant, traceparent: undefined }, value));
}

/** Every payment is in a balance, and nothing else is. */
async function checkStored({ connection }: LoneService): Promise<void> {
  const each = OPTIONS.warmUp + OPTIONS.rounds * OPTIONS.requests;
  const stored = (await standing(connection)).available / 980;
  console.log(`published ${2 * each} credits, in the balances ${stored}`);
  if (stored !== 2 * each) throw new Error('credits and balances differ');
}
