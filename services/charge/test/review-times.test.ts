import type { EndToEndId } from '@gx/core';
import { databaseTime } from '@gx/runtime/mongo';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { mongo } from 'mongoose';
import { documentOf, paymentDocument } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { reviewStore } from '../src/store/reviews.ts';
import { PAYER, pendingCharge } from './pending-charge.ts';
import { STORED_IN_CLEAR } from './stored-in-clear.ts';

const database = await testDatabase('reviews');
const model = await chargeModel(database.connection);
const reviews = reviewStore({ connection: database.connection, model, stored: STORED_IN_CLEAR });
test.after.always('the database goes', database.drop);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A charge whose money is held since `ago`, asked about so often, and due now. */
async function held(ago: number, polls: number): Promise<string> {
  const now = new Date();
  const locked = { customer: { name: 'Maria' }, expectedPayerTaxId: PAYER };
  const charge = pendingCharge({ ...locked, createdAt: now });
  const { id, amount } = charge;
  const endToEndId = `E${id}` as EndToEndId;
  const details = { endToEndId, amount, paidAt: now, decidedAt: now, returnedAt: null };
  await model.collection.insertOne({
    ...documentOf(charge, new mongo.Timestamp({ t: 1, i: 1 }), now),
    status: 'PROCESSING',
    payments: [paymentDocument({ ...details, decision: { kind: 'held' } })],
    review: { endToEndId, heldAt: now, polls, decidedBy: null, endedAt: null },
    due: { held: new Date(now.getTime() - ago), 'payer:bank': new Date(now.getTime() - 10_000) },
  } as never);
  return id;
}

/** How long after an unanswered question the next one is, in seconds; null: never. */
async function nextAfter(ago: number, polls: number): Promise<number | null> {
  const id = await held(ago, polls);
  const claimed = await next();
  if (claimed?.charge.id !== id) throw new Error('another review was claimed');
  await reviews.unanswered(claimed);
  const document = await model.collection.findOne({ _id: id as never });
  await model.collection.deleteOne({ _id: id as never });
  const queryAt = document?.['due']['payer:bank'] as Date | undefined;
  const isOver = document?.['due']['operator:bank'] !== undefined;
  if (isOver !== (queryAt === undefined)) throw new Error('either the bank is queried again, or an operator decides');
  if (queryAt === undefined) return null;
  const now = await databaseTime(database.connection);
  // To ten seconds: a busy machine takes a while between the write and this question.
  return Math.round((queryAt.getTime() + 5_000 - now.getTime()) / 10_000) * 10;
}

/** The review whose question is due longest, if this one gets it. */
async function next(bank = 'bank') {
  const [due] = await reviews.due(bank, 1);
  return due === undefined ? undefined : reviews.claim(due);
}

test.serial(
  'the bank is queried 5 s after the money was held, then after 30 s, 2, 10 and 30 minutes, then each hour',
  async (t) => {
    const waits = [];
    for (let polls = 0; polls < 8; polls += 1) waits.push(await nextAfter(MINUTE, polls));
    t.deepEqual(waits, [30, 120, 600, 1_800, 3_600, 3_600, 3_600, 3_600]);
  },
);

test.serial('a question that would come more than a day after the money was held is not sent', async (t) => {
  t.is(await nextAfter(DAY - 61 * MINUTE, 9), 3_600);
  t.is(await nextAfter(DAY - 59 * MINUTE, 9), null);
});

test.serial(
  'a review is claimed by one of many at once, and comes back when the process that claimed it has died',
  async (t) => {
    const id = await held(MINUTE, 1);
    const [due] = await reviews.due('bank', 10);
    if (due === undefined) return t.fail();
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => reviews.claim(due)))).filter(
      (review) => review !== undefined,
    );
    t.is(claimed.length, 1);
    t.is(await next(), undefined);
    await model.collection.updateOne(
      { _id: id as never },
      { $set: { 'due.payer:bank': new Date(Date.now() - 5_001) } },
    );
    t.is((await next())?.charge.id as string, id);
    // Who was slow and lost it writes nothing.
    const before = await model.collection.findOne({ _id: id as never });
    await reviews.unanswered(claimed[0] as never);
    t.deepEqual(await model.collection.findOne({ _id: id as never }), before);
    await model.collection.deleteOne({ _id: id as never });
  },
);

test.serial('held money that was never queried is due after 5 s by the database’s clock', async (t) => {
  const id = await held(0, 0);
  const heldAgo = (ms: number) =>
    model.collection.updateOne({ _id: id as never }, [
      { $set: { 'due.payer:bank': { $subtract: ['$$NOW', ms] } } },
    ] as never);
  await heldAgo(0);
  const [open] = await reviews.open(10);
  t.true((open?.nextPollAt?.getTime() ?? 0) - (await databaseTime(database.connection)).getTime() > 4_000);
  t.is(await next(), undefined);
  await heldAgo(5_001);
  t.is((await next())?.charge.id as string, id);
  await model.collection.deleteOne({ _id: id as never });
});

test.serial(
  'held money waits for an operator: one of many at once warns, and somebody again in ten minutes',
  async (t) => {
    const id = await held(DAY, 9);
    const claimed = await next();
    if (claimed === undefined) return t.fail();
    t.deepEqual(await reviews.unwarned('bank', 10), []);
    await reviews.unanswered(claimed);
    for (const ago of [0, 600_001]) {
      await model.collection.updateOne({ _id: id as never }, [
        { $set: { 'due.operator:bank': { $subtract: ['$due.operator:bank', ago] } } },
      ] as never);
      const [due] = await reviews.unwarned('bank', 10);
      if (due === undefined) return t.fail();
      const warned = await Promise.all(Array.from({ length: 8 }, () => reviews.claimWarning(due)));
      t.is(warned.filter(Boolean).length, 1);
      t.deepEqual(await reviews.unwarned('bank', 10), []);
      const { due: after } = (await model.collection.findOne({ _id: id as never })) as never as {
        due: Record<string, Date>;
      };
      const aheadMs = (after['operator:bank']?.getTime() ?? 0) - (await databaseTime(database.connection)).getTime();
      t.true(aheadMs > 590_000 && aheadMs <= 600_000, `${aheadMs} ms`);
    }
    await model.collection.deleteOne({ _id: id as never });
  },
);

test.serial('what is due of a bank, what is held and what waits for an operator are found by the index', async (t) => {
  for (const path of ['due.payer:bank', 'due.held', 'due.operator:bank']) {
    const found = model.collection.find({ [path]: { $gt: new Date(0) } }).sort({ [path]: 1 });
    const { queryPlanner } = await found.explain('queryPlanner');
    const plan = JSON.stringify(queryPlanner.winningPlan);
    t.true(plan.includes('"indexName":"due"') && !plan.includes('"stage":"SORT"'), plan);
  }
});

test.serial('a review is due at its bank alone', async (t) => {
  const id = await held(MINUTE, 1);
  t.is(await next('other'), undefined);
  t.is((await next())?.charge.id as string, id);
  t.is(await next(), undefined);
  await model.collection.deleteOne({ _id: id as never });
});
