import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Id } from '@gx/core';
import type { Host } from '@gx/runtime';
import { startOutboxRelay } from '@gx/runtime/mongo';
import { until } from '@gx/testkit';
import test from 'ava';
import { entryEventId, paidReference } from '../src/domain/entry.ts';
import { announcements } from '../src/store/announcements.ts';
import type { LedgerModels } from '../src/store/models.ts';
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
      (await connection.collection('journal_entries').countDocuments({ 'outbox.0': { $exists: true } })) === 0,
  );
  await ledger.send([paymentEvent(details)]);
  await until('redelivered, the same event comes again', () => ledger.events().length > 1);
  t.deepEqual([...new Set(ledger.events().map((event) => event.eventId))], [eventId]);
  const { wallets } = await ledger.rpc.listWallets({ requestId: 'test' }, { tenant: wanted(details).draft });
  t.is(wallets[0]?.available, 980);
});

test('the event stands beside its entry until it is published, and only that field changes', async (t) => {
  const { models, post, host } = await ledgerStores(t);
  const sent: unknown[] = [];
  const relay = relayOf(models, host, sent);
  const item = wanted(payment(newTenant()));
  const [outcome] = await post([item]);
  if (outcome === undefined || outcome.kind === 'refused' || outcome.event === undefined) return t.fail();
  const { outbox, ...before } = (await models.entries.findById(item.draft.reference).lean()) ?? {};
  t.deepEqual(
    outbox?.map(({ eventId }) => eventId),
    [outcome.event.eventId],
  );
  announcements(models, relay).publish([{ entry: outcome.entry, event: outcome.event }]);
  await relay.idle();
  const { outbox: _left, ...after } = await until('the event is gone', async () => {
    const found = await models.entries.findById(item.draft.reference).lean();
    return found?.outbox?.length === 0 && found;
  });
  t.is(sent.length, 1);
  return t.deepEqual(after, before);
});

test('a sweep finds what a dead process left behind by the index, however much is published', async (t) => {
  const { models, post, host } = await ledgerStores(t);
  const tenant = newTenant();
  await post(Array.from({ length: 100 }, () => wanted(payment(tenant))));
  await models.entries.collection.updateMany({}, { $set: { outbox: [] } });
  const left = wanted(payment(tenant));
  await post([left]);
  const longAgo = new Date(Date.now() - 60_000);
  await models.entries.collection.updateOne(
    { _id: left.draft.reference as never },
    { $set: { 'outbox.0.at': longAgo } },
  );
  const relay = relayOf(models, host, []);
  const database = models.connection.getClient().db(models.connection.name);
  await database.command({ profile: 2 });
  await relay.sweep();
  await database.command({ profile: 0 });
  const looks = await database
    .collection('system.profile')
    .find({ ns: `${database.databaseName}.journal_entries`, op: 'query' })
    .toArray();
  t.true(looks.length >= 2);
  for (const { planSummary, docsExamined } of looks) {
    t.regex(planSummary, /IXSCAN \{ outbox.at: 1 \}/);
    t.true(docsExamined <= 1, `${docsExamined} entries are read`);
  }
});

test('an entry that stood keeps the wish to announce it, once, until the event is published', async (t) => {
  const { models, post } = await ledgerStores(t);
  const item = wanted(payment(newTenant()));
  const [outcome] = await post([item]);
  if (outcome === undefined || outcome.kind === 'refused' || outcome.event === undefined) return t.fail();
  const published = { $set: { outbox: [] } };
  await models.entries.collection.updateOne({ _id: item.draft.reference as never }, published);
  // The process dies before the broker has it.
  const { republish } = announcements(models, { publish: () => undefined });
  const again = { entry: outcome.entry, event: outcome.event };
  await republish([again]);
  await republish([again]);
  const entry = await models.entries.findById(item.draft.reference).lean();
  return t.deepEqual(
    entry?.outbox?.map(({ eventId }) => eventId),
    [outcome.event.eventId],
  );
});

/** A relay of the journal whose broker keeps what it is sent. */
function relayOf({ connection, entries }: LedgerModels, host: Host, sent: unknown[]) {
  const producer = { send: async ({ messages }: { messages: unknown[] }) => void sent.push(...messages) };
  const options = { connection, collection: entries.collection.name, producer: producer as never, owner: 'test' };
  return startOutboxRelay(host, { ...options, topicOf: () => 'ledger' });
}
