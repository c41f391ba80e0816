import {
  chargeEventCodec,
  DATABASES,
  deadLetterTopic,
  ledgerEventCodec,
  refundEventCodec,
  type TopicKey,
  topicName,
} from '@gx/contracts';
import { withMongo } from '@gx/runtime/mongo';
import { servers, uniqueName } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { withSnapshot } from '../src/databases.ts';
import { type Moment, momentOf } from '../src/moment.ts';

type Database = keyof typeof DATABASES;
type Fields = Readonly<Record<string, unknown>>;
type Document = Fields & { readonly _id: string };
type Insertion = readonly [Database, collection: string, Document];
type MomentRig = { readonly moment: Moment; readonly store: (...insertion: Insertion) => Promise<void> };

const TOPIC_PREFIX = 'drill_';
const nameOf = (key: TopicKey): string => topicName(TOPIC_PREFIX, key);
const ofCharge = (fields: Fields): Buffer => chargeEventCodec.encode(fields as never);
const ofRefund = (fields: Fields): Buffer => refundEventCodec.encode(fields as never);
const ofLedger = (fields: Fields): Buffer => ledgerEventCodec.encode(fields as never);

/** Looks from a moment at which these documents, and no others, are in databases of the test's own. */
async function at(
  t: ExecutionContext,
  insertions: readonly Insertion[],
  look: (seen: MomentRig) => Promise<void>,
): Promise<void> {
  const databasePrefix = `${uniqueName('moment')}_`;
  const url = servers().mongoUrl;
  t.teardown(() =>
    withMongo(url, async (client) => {
      for (const name of Object.values(DATABASES)) await client.db(`${databasePrefix}${name}`).dropDatabase();
    }),
  );
  await withMongo(url, async (client) => {
    const store: MomentRig['store'] = async (database, collection, document) => {
      const own = client.db(`${databasePrefix}${DATABASES[database]}`).collection<Document>(collection);
      await own.insertOne(document, { writeConcern: { w: 'majority' } });
    };
    for (const insertion of insertions) await store(...insertion);
    await withSnapshot(client, (session) =>
      look({ moment: momentOf(session, client, { topicPrefix: TOPIC_PREFIX, databasePrefix }), store }),
    );
  });
}

test('an event of a charge is known as far as its charge has come, on either of its topics and where it was dead-lettered', async (t) => {
  await at(t, [['charge', 'charges', { _id: 'one', sequence: 2 }]], async ({ moment }) => {
    for (const topic of [nameOf('charge'), nameOf('chargeMoney'), deadLetterTopic(nameOf('charge'))]) {
      t.true(await moment.knows(topic, ofCharge({ chargeId: 'one', sequence: 1 })));
      t.true(await moment.knows(topic, ofCharge({ chargeId: 'one', sequence: 2 })));
      t.false(await moment.knows(topic, ofCharge({ chargeId: 'one', sequence: 3 })), 'its charge had not come so far');
      t.false(await moment.knows(topic, ofCharge({ chargeId: 'another', sequence: 1 })), 'no such charge');
    }
  });
});

test('an order to return money of no charge is known by the money, and a callback of the bank always', async (t) => {
  await at(t, [['charge', 'unmatched_payments', { _id: 'E1', returnId: 'r1' }]], async ({ moment }) => {
    const ordered = (returnId: string): Buffer => ofCharge({ returnOrdered: { returnId } });
    t.true(await moment.knows(nameOf('chargeMoney'), ordered('r1')));
    t.false(await moment.knows(nameOf('chargeMoney'), ordered('r2')));
    t.true(await moment.knows(nameOf('charge'), ofCharge({ providerCallbackReceived: {} })), 'it changes nothing');
  });
});

test('an event of a refund is known as far as its refund has come', async (t) => {
  await at(t, [['refund', 'refunds', { _id: 'one', sequence: 2 }]], async ({ moment }) => {
    t.true(await moment.knows(nameOf('refund'), ofRefund({ refundId: 'one', sequence: 2 })));
    t.false(await moment.knows(nameOf('refund'), ofRefund({ refundId: 'one', sequence: 3 })));
    t.false(await moment.knows(nameOf('refund'), ofRefund({ refundId: 'another', sequence: 1 })));
  });
});

test('a posted entry is known when it is in the journal', async (t) => {
  await at(t, [['ledger', 'journal_entries', { _id: 'paid:one' }]], async ({ moment }) => {
    t.true(await moment.knows(nameOf('ledger'), ofLedger({ entryPosted: { reference: 'paid:one' } })));
    t.false(await moment.knows(nameOf('ledger'), ofLedger({ entryPosted: { reference: 'paid:another' } })));
  });
});

test('what nobody can read comes along: it is dead-lettered, or will be', async (t) => {
  await at(t, [], async ({ moment }) => {
    t.true(await moment.knows(nameOf('charge'), Buffer.from('not an event')));
    t.true(await moment.knows(nameOf('charge'), null));
    t.true(await moment.knows('a topic of somebody else', ofCharge({ chargeId: 'one', sequence: 1 })));
  });
});

test('what happens after the moment is not known, however long the copy takes', async (t) => {
  await at(t, [['charge', 'charges', { _id: 'before', sequence: 1 }]], async ({ moment, store }) => {
    const event = (chargeId: string): Buffer => ofCharge({ chargeId, sequence: 1 });
    t.true(await moment.knows(nameOf('charge'), event('before')));
    await store('charge', 'charges', { _id: 'after', sequence: 1 });
    t.false(await moment.knows(nameOf('charge'), event('after')));
  });
});
