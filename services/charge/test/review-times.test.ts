import type { EndToEndId } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { mongo } from 'mongoose';
import { documentOf, paymentDocument } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { reviewStore } from '../src/store/reviews.ts';
import { PAYER, pendingCharge } from './pending-charge.ts';

const database = await testDatabase('reviews');
const model = await chargeModel(database.connection);
const reviews = reviewStore(database.connection, model);
test.after.always('the database goes', database.drop);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A charge whose money is held since `ago`, asked about so often, and due now. */
async function held(ago: number, asked: number): Promise<string> {
  const now = new Date();
  const locked = { customer: { name: 'Maria' }, expectedPayerTaxId: PAYER };
  const charge = pendingCharge({ ...locked, createdAt: now });
  const { id, amount } = charge;
  const endToEndId = `E${id}` as EndToEndId;
  const facts = { endToEndId, amount, paidAt: now, decidedAt: now, returnedAt: null };
  await model.collection.insertOne({
    ...documentOf(charge, new mongo.Timestamp({ t: 1, i: 1 })),
    status: 'PROCESSING',
    payments: [paymentDocument({ ...facts, decision: { kind: 'held' } })],
    review: { endToEndId, heldAt: now, asked, decidedBy: null, endedAt: null },
    held: true,
    heldSince: new Date(now.getTime() - ago),
    reviewAt: new Date(now.getTime() - 10_000),
  } as never);
  return id;
}

/** How long after an unanswered question the next one is, in seconds; null: never. */
async function nextAfter(ago: number, asked: number): Promise<number | null> {
  const id = await held(ago, asked);
  const taken = await reviews.take('bank', await reviews.now());
  if (taken?.charge.id !== id) throw new Error('another review was taken');
  const isOver = await reviews.unanswered(taken);
  const document = await model.collection.findOne({ _id: id as never });
  await model.collection.deleteOne({ _id: id as never });
  const reviewAt = document?.['reviewAt'] as Date | null;
  if (isOver !== (reviewAt === null)) throw new Error('the answer is not what was stored');
  if (reviewAt === null) return null;
  // To ten seconds: a busy machine takes a while between the write and this question.
  return Math.round((reviewAt.getTime() - (await reviews.now()).getTime()) / 10_000) * 10;
}

test.serial(
  'the bank is asked 5 s after the money was held, then after 30 s, 2, 10 and 30 minutes, then each hour',
  async (t) => {
    const waits = [];
    for (let asked = 0; asked < 8; asked += 1) waits.push(await nextAfter(MINUTE, asked));
    t.deepEqual(waits, [30, 120, 600, 1_800, 3_600, 3_600, 3_600, 3_600]);
  },
);

test.serial('a question that would come more than a day after the money was held is not asked', async (t) => {
  t.is(await nextAfter(DAY - 61 * MINUTE, 9), 3_600);
  t.is(await nextAfter(DAY - 59 * MINUTE, 9), null);
});

test.serial('a review is taken by one of many at once, and comes back when whoever took it has died', async (t) => {
  const id = await held(MINUTE, 1);
  const now = await reviews.now();
  const taken = (await Promise.all(Array.from({ length: 8 }, () => reviews.take('bank', now)))).filter(
    (review) => review !== undefined,
  );
  t.is(taken.length, 1);
  t.is(await reviews.take('bank', await reviews.now()), undefined);
  await model.collection.updateOne({ _id: id as never }, { $set: { reviewAt: new Date(Date.now() - 1) } });
  t.is((await reviews.take('bank', await reviews.now()))?.charge.id as string, id);
  // Who was slow and lost it writes nothing.
  t.false(await reviews.unanswered(taken[0] as never));
  await model.collection.deleteOne({ _id: id as never });
});

test.serial('held money that was never asked about is due after 5 s by the database’s clock', async (t) => {
  const id = await held(0, 0);
  await model.collection.updateOne({ _id: id as never }, [{ $set: { reviewAt: '$$NOW' } }] as never);
  const [open] = await reviews.open(10);
  const now = await reviews.now();
  t.true((open?.nextPollAt?.getTime() ?? 0) - now.getTime() > 4_000);
  t.is(await reviews.take('bank', now), undefined);
  t.is((await reviews.take('bank', new Date(now.getTime() + 5_001)))?.charge.id as string, id);
  await model.collection.deleteOne({ _id: id as never });
});

test.serial('what is due of a bank, whose it is and what is held are each found by an index', async (t) => {
  const due = { held: true, reviewAt: { $lte: new Date() } };
  for (const [filter, sort, index] of [
    [{ ...due, bankProfileId: 'bank' }, { reviewAt: 1 }, 'reviews_of_bank'],
    [{ held: true, reviewAt: null }, {}, 'reviews_of_bank'],
    [{ held: true }, { heldSince: 1, _id: 1 }, 'reviews'],
  ] as const) {
    const { queryPlanner } = await model.collection.find(filter).sort(sort).explain('queryPlanner');
    t.true(JSON.stringify(queryPlanner.winningPlan).includes(`"indexName":"${index}"`));
  }
  const command = { distinct: 'charges', key: 'bankProfileId', query: due };
  const plan = await database.connection.db?.command({ explain: command, verbosity: 'queryPlanner' });
  t.regex(JSON.stringify(plan?.['queryPlanner'].winningPlan), /DISTINCT_SCAN.*reviews_of_bank/);
});

test.serial('a review is taken for its bank alone, which is named once it may be asked', async (t) => {
  const id = await held(MINUTE, 1);
  t.deepEqual(await reviews.dueBanks(), ['bank']);
  t.is(await reviews.take('other', await reviews.now()), undefined);
  t.is((await reviews.take('bank', await reviews.now()))?.charge.id as string, id);
  t.deepEqual(await reviews.dueBanks(), []);
  await model.collection.deleteOne({ _id: id as never });
});
