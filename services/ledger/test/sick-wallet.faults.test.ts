import { resolve } from 'node:path';
import { type EncodedEvent, topicName } from '@gx/contracts';
import { InvariantViolation, newId, type Tenant } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import { readDeadLetter, runProgram, servers, testEventSettings, until } from '@gx/testkit';
import test from 'ava';
import mongoose, { type mongo } from 'mongoose';
import { postEntries } from '../src/commands/post-entries.ts';
import { walletWriter } from '../src/commands/wallet-writer.ts';
import { releaseTranches } from '../src/jobs/release-tranches.ts';
import { journalStore } from '../src/store/journal.ts';
import { trancheStore } from '../src/store/tranches.ts';
import {
  chargeEvent,
  ledgerService,
  ledgerStores,
  newHold,
  newTenant,
  payment,
  paymentEvent,
  termsOf,
  walletOf,
  wanted,
} from './rig.ts';

const call = { requestId: 'test' };
type Collection = mongo.Collection<Record<string, unknown>>;
type Database = Readonly<Record<'wallets' | 'journal_entries' | 'tranches' | 'holds', Collection>>;
type Sick = { readonly tenant: Tenant; readonly disputeId: string; readonly chargeId: string };
type Case = {
  /** Entries that stand before the other hand comes. */
  readonly before: readonly ('credit' | 'dispute')[];
  /** Writes as someone would who has the database and not our code; answers what puts it right. */
  readonly plant: (database: Database, sick: Sick) => Promise<() => Promise<unknown>>;
  readonly eventOf: (sick: Sick) => EncodedEvent;
  readonly reason: string;
};

const credit = ({ tenant, chargeId }: Sick) => paymentEvent(payment(tenant, { chargeId }));
const held = ({ tenant, chargeId }: Sick) =>
  paymentEvent(payment(tenant, { chargeId, paidAt: new Date(), settlementDelaySeconds: 3_600 }));
const disputed = ({ tenant, disputeId, chargeId }: Sick) =>
  chargeEvent('charge.dispute_opened', tenant, {
    chargeId,
    disputeOpened: { disputeId, amount: 300, currency: 'BRL' },
  });
const closed =
  (won: boolean) =>
  ({ tenant, disputeId, chargeId }: Sick) =>
    chargeEvent('charge.dispute_closed', tenant, {
      chargeId,
      disputeClosed: { disputeId, amount: 300, currency: 'BRL', won },
    });

/** An event that is none of the ledger's, as large as they come. */
const FILLER = chargeEvent('charge.created', newTenant(), {
  created: { charge: { metadataJson: 'x'.repeat(200_000) } },
});

/** Takes documents out, and puts them in again to mend it. */
async function takeOut(collection: Collection, filter: Record<string, unknown>) {
  const found = await collection.find(filter).toArray();
  await collection.deleteMany(filter);
  return () => collection.insertMany(found);
}

async function putIn(collection: Collection, document: Record<string, unknown>) {
  const { insertedId } = await collection.insertOne(document);
  return () => collection.deleteOne({ _id: insertedId });
}

async function change(collection: Collection, key: Record<string, unknown>, fields: Record<string, unknown>) {
  const found = await collection.findOneAndUpdate(key, { $set: fields });
  return () => collection.replaceOne(key, found ?? {});
}

const CASES: Readonly<Record<string, Case>> = {
  'its document is missing': {
    before: ['credit', 'credit'],
    plant: ({ wallets }, { tenant }) => takeOut(wallets, walletOf(tenant)),
    eventOf: credit,
    reason: 'wallet_differs_from_entries',
  },
  'its document is missing, and a dispute comes': {
    before: ['credit'],
    plant: ({ wallets }, { tenant }) => takeOut(wallets, walletOf(tenant)),
    eventOf: disputed,
    reason: 'wallet_differs_from_entries',
  },
  'its document is of yesterday': {
    before: ['credit', 'credit'],
    plant: async (database, { tenant }) => {
      const first = await database.journal_entries.findOne({ ...walletOf(tenant), seq: 1 });
      return change(database.wallets, walletOf(tenant), { seq: 1, available: 980, head: first?.['hash'] });
    },
    eventOf: credit,
    reason: 'wallet_differs_from_entries',
  },
  'an empty document was put where there is none': {
    before: [],
    plant: ({ wallets }, { tenant }) =>
      putIn(wallets, { ...walletOf(tenant), available: 0, pending: 0, retained: 0, receivable: 0, seq: 0, head: '' }),
    eventOf: credit,
    reason: 'wallet_differs_from_entries',
  },
  'an entry was put on top of it': {
    before: ['credit'],
    plant: async ({ journal_entries: entries }, { tenant }) => {
      const last = await entries.findOne(walletOf(tenant));
      return putIn(entries, { ...last, _id: `paid:on top of ${tenant.accountId}` as never, seq: 2 });
    },
    eventOf: credit,
    reason: 'wallet_differs_from_entries',
  },
  'a tranche is older than its credit': {
    before: [],
    plant: ({ tranches }, { tenant, chargeId }) =>
      putIn(tranches, { _id: chargeId as never, ...walletOf(tenant), amount: 980, releaseAt: new Date('2100-01-01') }),
    eventOf: held,
    reason: 'tranche_without_its_credit',
  },
  'the hold of its entries is missing': {
    before: ['credit', 'dispute'],
    plant: ({ holds }, { tenant }) => takeOut(holds, walletOf(tenant)),
    eventOf: closed(true),
    reason: 'entry_without_its_hold',
  },
  'somebody took what is retained': {
    before: ['credit', 'dispute'],
    plant: ({ wallets }, { tenant }) => change(wallets, walletOf(tenant), { retained: 0 }),
    eventOf: closed(false),
    reason: 'balance_out_of_range',
  },
};

const ops = async (args: readonly string[], topicPrefix: string): Promise<unknown> => {
  const env = {
    KAFKA_BROKERS: servers().kafkaBrokers.join(','),
    TOPIC_PREFIX: topicPrefix,
    ...testEventSettings('ledger'),
  };
  return (await runProgram([resolve(import.meta.dirname, '../../ops/src/main.ts'), ...args], env)).code;
};

test('wallets that another hand has spoilt fail for themselves alone: their messages are dead-lettered, the partition goes on, a replay credits them once', async (t) => {
  const ledger = await ledgerService(t);
  const { connection } = ledger.database;
  const database: Database = {
    wallets: connection.collection('wallets'),
    journal_entries: connection.collection('journal_entries'),
    tranches: connection.collection('tranches'),
    holds: connection.collection('holds'),
  };
  const topic = topicName(ledger.topicPrefix, 'chargeMoney');
  const deadLetters = await readDeadLetter(topic);
  t.teardown(deadLetters.stop);
  // One partition is one batch: a wallet that stops it stops all of them.
  const send = (events: readonly EncodedEvent[]) => {
    ledger.write(events);
    return ledger.producer.send({ topic, messages: events.map((event) => ({ ...toMessage(event), partition: 0 })) });
  };
  const announced = async (title: string, tenant: Tenant, times: number): Promise<unknown> =>
    until(title, () => ledger.published.messages.filter(({ key }) => key === tenant.accountId).length >= times, {
      timeoutMs: 20_000,
    });
  const sick = Object.values(CASES).map((one) => ({
    ...one,
    tenant: newTenant(),
    disputeId: newId('dispute'),
    chargeId: newId('charge'),
  }));
  const well = newTenant();
  const entries = sick.flatMap(({ before, ...one }) =>
    before.map((kind) => (kind === 'dispute' ? disputed(one) : paymentEvent(payment(one.tenant)))),
  );
  await send([...entries, paymentEvent(payment(well))]);
  await announced('all is booked', well, 1);
  t.is((await ledger.rpc.verifyLedger(call, {})).problemCount, 0);
  const mends = [];
  for (const one of sick) mends.push(await one.plant(database, one));

  await send([paymentEvent(payment(well)), ...sick.map((one) => one.eventOf(one)), paymentEvent(payment(well))]);
  await announced('who is well is credited', well, 3);
  const [first] = sick as [(typeof sick)[0]];
  // More than one fetch brings: a batch that is repeated would never get beyond it.
  for (let nth = 0; nth < 8; nth += 1) await send([FILLER]);
  await send([paymentEvent(payment(first.tenant)), paymentEvent(payment(well))]);
  await announced('and goes on being so', well, 4);
  await until('what cannot be booked is dead-lettered, and what comes later for such a wallet too', () => {
    return deadLetters.messages.length > sick.length;
  });
  const reasonOf = new Map(deadLetters.messages.map(({ key, headers }) => [key, headers['dlq-reason']]));
  t.deepEqual(
    sick.map(({ tenant }) => reasonOf.get(tenant.accountId)),
    sick.map(({ reason }) => reason),
  );
  const lines = ledger.host.lines.filter((line) => line.includes(first.tenant.accountId));
  t.true(
    lines.some((line) => line.includes('wallet_differs_from_entries')),
    'the alarm names the wallet',
  );
  t.is(ledger.host.lines.filter((line) => line.includes('"alarm":"message_dead_lettered"')).length, sick.length + 1);

  for (const mend of mends) await mend();
  t.is((await ledger.rpc.verifyLedger(call, {})).problemCount, 0, 'nothing was written to any of them');
  t.is(await ops(['dead-letters', 'replay', '--all'], ledger.topicPrefix), 0);
  const booked = entries.length + 1 + sick.length + 1 + 3;
  await until('all is in the journal', async () => {
    const count = await database.journal_entries.countDocuments();
    return count >= booked;
  });
  await send([paymentEvent(payment(well))]);
  await announced('the replay is through', well, 5);
  t.is(deadLetters.messages.length, sick.length + 1, 'nothing is dead-lettered again');
  t.like(await ledger.rpc.verifyLedger(call, {}), { entries: booked + 1, problemCount: 0 });
});

test('in a wallet that differs from its entries what stands is answered, and the rest is refused', async (t) => {
  const { models, post, hold } = await ledgerStores(t);
  const tenant = newTenant();
  const known = wanted(payment(tenant));
  await post([known]);
  await models.wallets.collection.deleteOne({ ...walletOf(tenant) });
  const outcomes = await post([wanted(payment(tenant)), known, wanted(payment(newTenant()))]);
  t.deepEqual(
    outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.reason : outcome.kind)),
    ['wallet_differs_from_entries', 'known', 'posted'],
  );
  await models.wallets.collection.insertOne({
    ...walletOf(tenant),
    available: 900,
    pending: 0,
    retained: 0,
    receivable: 0,
    seq: 0,
    head: '',
  } as never);
  const placing = hold({ ...walletOf(tenant), reference: newHold(), kind: 'place', terms: termsOf() });
  await t.throwsAsync(placing, { instanceOf: InvariantViolation, message: 'hold: wallet_differs_from_entries' });
  t.is(await models.holds.countDocuments(), 0);
});

test('a collision that the data of its wallet do not explain is no refusal, nor is one that nobody can look into', async (t) => {
  const { models, registry, post } = await ledgerStores(t);
  const tenant = newTenant();
  await post([wanted(payment(tenant))]);
  const collision = Object.assign(new Error('E11000 duplicate key'), { code: 11_000 });
  const away = new mongoose.mongo.MongoNetworkError('connection refused');
  const postWith = (faults: (nth: number) => Error | undefined) => {
    let nth = 0;
    const register: typeof registry.register = async (session) => {
      nth += 1;
      const fault = faults(nth);
      if (fault !== undefined) throw fault;
      await registry.register(session);
    };
    const write = walletWriter({ journal: journalStore(models, { ...registry, register }), now: () => new Date() });
    return postEntries(write, [wanted(payment(tenant))]);
  };
  // Every attempt collides; a look in between finds a wallet in which all agrees.
  await t.throwsAsync(
    postWith((nth) => (nth === 1 || nth % 2 === 0 ? collision : undefined)),
    { is: collision },
  );
  await models.wallets.collection.deleteOne({ ...walletOf(tenant) });
  await t.throwsAsync(
    postWith((nth) => (nth === 3 ? away : undefined)),
    { is: away },
  );
  t.is(await models.entries.countDocuments(), 1);
});

test('a wallet that differs from its entries keeps nobody else’s money from being released', async (t) => {
  const { models, post, write, host } = await ledgerStores(t);
  const [sick, well] = [newTenant(), newTenant()];
  const due = { settlementDelaySeconds: 1 };
  // A whole page of tranches, older than the next merchant's.
  await post(Array.from({ length: 500 }, () => wanted(payment(sick, due))));
  await post([wanted(payment(well, { ...due, paidAt: new Date('2026-11-21T12:00:01.000Z') }))]);
  const first = await models.entries.findOne({ ...walletOf(sick), seq: 1 }).lean();
  await models.wallets.collection.updateOne({ ...walletOf(sick) }, { $set: { seq: 1, head: first?.hash ?? '' } });
  await releaseTranches({ tranches: trancheStore(models), write, log: host.log })();
  t.like(await models.wallets.findOne(walletOf(well)).lean(), { available: 980, pending: 0 });
  t.is(await models.tranches.countDocuments(), 500);
  const alarms = host.lines.filter((line) => line.includes('"alarm":"tranche_not_releasable"'));
  t.is(alarms.length, 1, 'one line for all of them');
  t.regex(alarms[0] ?? '', /wallet_differs_from_entries.*"tranches":500/);
});
