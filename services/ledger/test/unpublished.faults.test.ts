import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Id } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { entryEventId, paidReference } from '../src/domain/entry.ts';
import type { PostRequest, Write } from '../src/store/journal.ts';
import { unpublishedStore } from '../src/store/unpublished.ts';
import { ledgerService, ledgerStores, newTenant, payment, paymentEvent, wanted } from './rig.ts';

test('a process killed between commit and publish: another one publishes the event, under the same id', async (t) => {
  const ledger = await ledgerService(t);
  const details = payment(newTenant());
  const { url, db, connection } = ledger.database;
  const victim = spawn(
    process.execPath,
    [resolve(import.meta.dirname, 'die-before-publish.ts'), url, db, JSON.stringify(details)],
    { stdio: 'ignore' },
  );
  const [, signal] = await once(victim, 'exit');
  t.is(signal, 'SIGKILL');
  const eventId = entryEventId(paidReference(details.chargeId as Id<'charge'>));
  await until('the event arrives', () => ledger.events().some((event) => event.eventId === eventId));
  await until(
    'nothing stands unpublished',
    async () =>
      (await connection.collection('journal_entries').countDocuments({ unpublished: { $exists: true } })) === 0,
  );
  await ledger.send([paymentEvent(details)]);
  await until('asked again, the same event comes again', () => ledger.events().length > 1);
  t.deepEqual([...new Set(ledger.events().map((event) => event.eventId))], [eventId]);
  const { wallets } = await ledger.rpc.listWallets({ requestId: 'test' }, { tenant: wanted(details).draft });
  t.is(wallets[0]?.available, 980);
});

test('the event stands beside its entry until it is published, and only that field changes', async (t) => {
  const { models, post } = await ledgerStores(t);
  const item = wanted(payment(newTenant()));
  const [outcome] = await post([item]);
  if (outcome === undefined || outcome.kind === 'refused' || outcome.event === undefined) return t.fail();
  const before = await models.entries.findById(item.draft.reference).lean();
  t.is(before?.unpublished?.eventId, outcome.event.eventId);
  await unpublishedStore(models).markPublished([{ reference: item.draft.reference, event: outcome.event }]);
  const after = await until('the event is gone', async () => {
    const found = await models.entries.findById(item.draft.reference).lean();
    return found?.unpublished === undefined && (found ?? undefined);
  });
  const { unpublished: _gone, ...rest } = before ?? {};
  return t.deepEqual(after as object, rest);
});

test('events that a living process is about to publish are left to it; older ones are found in the order of entries', async (t) => {
  const { models, journal } = await ledgerStores(t);
  const tenant = newTenant();
  const key = { ...tenant, currency: 'BRL' };
  const old = Array.from({ length: 5 }, () => wanted(payment(tenant)));
  await journal.write([{ key, writes: old.map(write) }], new Date(Date.now() - 60_000));
  // As far ahead as two good clocks may be apart, so that a slow test does not make it old.
  await journal.write([{ key, writes: [write(wanted(payment(tenant)))] }], new Date(Date.now() + 4_000));
  const left = await unpublishedStore(models).leftBehind(100);
  t.deepEqual(
    left.map(({ reference }) => reference),
    old.map(({ draft }) => draft.reference),
  );
});

test('what a dead process left behind is found although its clock was ahead, and every look goes by the index', async (t) => {
  const { models, journal } = await ledgerStores(t);
  const tenant = newTenant();
  const key = { ...tenant, currency: 'BRL' };
  const [old, ahead] = [wanted(payment(tenant)), wanted(payment(tenant))];
  await journal.write([{ key, writes: [write(ahead)] }], new Date(Date.now() + 3_600_000));
  await journal.write([{ key, writes: [write(old)] }], new Date(Date.now() - 60_000));
  const published = Array.from({ length: 100 }, () => wanted(payment(tenant)));
  await journal.write([{ key, writes: published.map(write) }], new Date(Date.now() - 60_000));
  await models.entries.updateMany(
    { _id: { $in: published.map(({ draft }) => draft.reference) } },
    { $unset: { unpublished: 1 } },
  );
  const database = models.connection.getClient().db(models.connection.name);
  await database.command({ profile: 2 });
  const left = await unpublishedStore(models).leftBehind(100);
  await database.command({ profile: 0 });
  t.deepEqual(
    left.map(({ reference }) => reference),
    [old.draft.reference, ahead.draft.reference],
  );
  const looks = await database
    .collection('system.profile')
    .find({ ns: `${database.databaseName}.journal_entries`, op: 'query' })
    .toArray();
  t.true(looks.length > 0);
  for (const { planSummary, docsExamined, hasSortStage } of looks) {
    t.regex(planSummary, /IXSCAN \{ at: 1, seq: 1 \}/);
    t.true(docsExamined <= 2, `${docsExamined} entries are read`);
    t.falsy(hasSortStage);
  }
});

const write = (wanted: PostRequest): Write => ({ kind: 'post', ...wanted });
