import { randomUUID } from 'node:crypto';
import type { LedgerEvent } from '@gx/contracts/ledger';
import { type EndToEndId, newId } from '@gx/core';
import { contextFrom } from '@gx/runtime';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import type { OutboxBatch } from '@gx/runtime/mongo';
import { servers, testHost, uniqueName } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test from 'ava';
import mongoose from 'mongoose';
import { accept } from '../src/domain/accept.ts';
import type { Charge, ChargeTerms } from '../src/domain/charge.ts';
import { endCreation } from '../src/domain/create.ts';
import { onEntriesPosted } from '../src/events/on-entry-posted.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { chargeStore } from '../src/store/charges.ts';
import { creationStore } from '../src/store/creations.ts';
import { NO_TRANSACTIONS } from './no-transactions.ts';
import { pendingCharge } from './pending-charge.ts';
import { STORED_IN_CLEAR } from './stored-in-clear.ts';

// A database whose connections break when they are told to: the stores reach it over this wire alone.
const { port } = new URL(servers().mongoUrl);
const wire = await startWire(() => Number(port));
const dbName = uniqueName('groups');
const connection = await mongoose
  .createConnection(`mongodb://127.0.0.1:${wire.port}/?directConnection=true`, {
    dbName,
    autoIndex: false,
    monitorCommands: true,
  })
  .asPromise();
const model = await chargeModel(connection);
const creations = creationStore({ connection, model, stored: STORED_IN_CLEAR }, { leaseMs: 10_000, giveUpMs: 900_000 });
const published: OutboxBatch[] = [];
const addresses = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const charges = chargeStore({
  model,
  stored: STORED_IN_CLEAR,
  relay: { publish: (batch) => void published.push(batch) },
  addresses,
  inTransaction: NO_TRANSACTIONS,
  firstLeaseEnd: async () => new Date(),
});
test.after.always('the database goes', async () => {
  await connection.dropDatabase();
  await connection.close();
  await wire.stop();
});

const now = new Date();
const pix = { brCode: '000201', expiresAt: new Date(now.getTime() + 3_600_000) };
const tenant = { accountId: newId('account'), livemode: false };

/** A new one with an owner of its own. */
const charge = (change: Partial<ChargeTerms> = {}): Charge =>
  pendingCharge({ tenant, createdAt: now, ...change }, randomUUID());
const outboxOf = async (id: string) => (await model.collection.findOne({ _id: id as never }))?.['outbox'] as unknown[];

const presentAll = (all: readonly Charge[]): Promise<Charge[]> =>
  Promise.all(
    all.map((one) =>
      charges.update(tenant, one, (current) =>
        endCreation(current, one.creation.owner ?? '', { kind: 'present', pix }, now),
      ),
    ),
  );

test.serial('of inserts at once, those whose key is taken are answered as taken and the others stand', async (t) => {
  const taken = charge();
  t.true(await charges.insert(taken));
  const all = [
    charge(),
    charge({ idempotencyKey: taken.idempotencyKey }),
    charge(),
    charge({ idempotencyKey: taken.idempotencyKey }),
    charge({ idempotencyKey: 'shared-key' }),
    charge({ idempotencyKey: 'shared-key' }),
  ];
  const stands = await Promise.all(all.map((one) => charges.insert(one)));
  t.deepEqual(stands.slice(0, 4), [true, false, true, false]);
  t.is(stands.slice(4).filter(Boolean).length, 1);
});

test.serial(
  'of creations that end at once, one that lost its lease writes nothing and keeps no other from its end',
  async (t) => {
    const all = Array.from({ length: 5 }, () => charge());
    await Promise.all(all.map((one) => charges.insert(one)));
    const [robbed] = all;
    if (robbed === undefined) return t.fail();
    await model.collection.updateOne({ _id: robbed.id as never }, { $set: { lease: null } });
    const taken = await creations.claim(robbed, 'another owner');
    const ends = await presentAll(all);
    t.deepEqual(
      ends.map(({ status }) => status),
      ['PENDING', ...Array.from({ length: 4 }, () => 'WAITING_PAYMENT')],
    );
    t.is(ends[0]?.version, taken?.version);
    t.deepEqual(await outboxOf(robbed.id), []);
    for (const { id } of all.slice(1))
      t.is((await outboxOf(id)).length, 1, 'one event, published by now or by the sweeper');
    t.false(published.some(({ id }) => id === robbed.id));
  },
);

for (const when of ['before', 'after'] as const)
  test.serial(
    `of creations whose end breaks the connection ${when} it is written, each ends once, with one event`,
    async (t) => {
      const all = Array.from({ length: 4 }, () => charge());
      await Promise.all(all.map((one) => charges.insert(one)));
      const before = wire.cuts();
      wire.cut({ word: { text: '$mergeObjects', when }, times: 1 });
      const ends = await presentAll(all);
      t.is(wire.cuts() - before, 1);
      t.deepEqual([...new Set(ends.map(({ status, version }) => `${status} ${version}`))], ['WAITING_PAYMENT 2']);
      for (const { id } of all) t.is((await outboxOf(id)).length, 1);
    },
  );

/** A charge whose payment is accepted, and an event by which the ledger credits a payment. */
async function accepted(): Promise<Charge> {
  const one = charge();
  await charges.insert(one);
  const [presented = one] = await presentAll([one]);
  const endToEndId = `E${one.id}` as EndToEndId;
  const payment = { endToEndId, amount: one.amount, paidAt: now, payer: null } as never;
  return charges.update(tenant, presented, (current) => ({
    kind: 'change',
    ...accept({ charge: current, events: [] }, payment, { now, traceparent: null }),
  }));
}
let offset = 0;
const credit = (chargeId: string, endToEndId = `E${chargeId}`, of = tenant): ReceivedEvent<LedgerEvent> => {
  const entryPosted = { reference: `paid:${chargeId}`, entryId: chargeId, chargeId, endToEndId, postedAtMs: 0 };
  const event = { eventId: chargeId, type: 'ledger.entry_posted', tenant: of, occurredAtMs: 0, entryPosted };
  offset += 1;
  return { event, traceparent: undefined, context: contextFrom(undefined), offset: String(offset) } as never;
};
const { log } = testHost('charge');
const post = async (batch: readonly ReceivedEvent<LedgerEvent>[]) =>
  (await onEntriesPosted({ charges, log, now: () => now }, batch)).map(({ reason }) => reason);

test.serial(
  'a batch of credits is one read and one write: repeated ones change nothing, and each that fits nothing has its reason',
  async (t) => {
    const [first, second, other] = [await accepted(), await accepted(), await accepted()];
    const commands: string[] = [];
    const count = ({ commandName }: { commandName: string }) => commands.push(commandName);
    connection.getClient().on('commandStarted', count);
    const reasons = await post([
      credit(first.id),
      credit(second.id, 'E-another'),
      credit(first.id),
      credit(second.id),
      credit(first.id, 'E-another'),
      credit(other.id, undefined, { accountId: newId('account'), livemode: false }),
      credit(newId('charge')),
      credit('none'),
    ]);
    connection.getClient().off('commandStarted', count);
    t.deepEqual(commands, ['find', 'update']);
    t.deepEqual(reasons.toSorted(), [
      'a credit that names no charge',
      'another payment was accepted',
      'another payment was accepted',
      'no such charge',
      'no such charge',
    ]);
    for (const { id } of [first, second]) {
      t.like(await model.collection.findOne({ _id: id as never }), { status: 'PAID', version: 4, sequence: 3 });
      t.deepEqual(
        published.findLast((batch) => batch.id === id)?.outbox.map(({ sequence }) => sequence),
        [1, 2, 3],
      );
    }
    t.like(await model.collection.findOne({ _id: other.id as never }), { status: 'WAITING_PAYMENT', version: 3 });
  },
);

test.serial(
  'of a batch of credits one charge is written to by another first: each is paid once, and that is published',
  async (t) => {
    const all = [await accepted(), await accepted()];
    const [robbed] = all;
    const { collection } = model;
    const write = collection.bulkWrite.bind(collection);
    collection.bulkWrite = (async (...args: Parameters<typeof write>) => {
      collection.bulkWrite = write;
      await collection.updateOne({ _id: robbed?.id as never }, { $inc: { version: 1 } });
      return write(...args);
    }) as never;
    t.deepEqual(await post(all.map(({ id }) => credit(id))), []);
    for (const [at, { id }] of all.entries()) {
      t.like(await model.collection.findOne({ _id: id as never }), { status: 'PAID', version: at === 0 ? 5 : 4 });
      t.deepEqual(
        published.findLast((batch) => batch.id === id)?.outbox.map(({ sequence }) => sequence),
        [1, 2, 3],
      );
    }
  },
);
