import { topicName } from '@gx/contracts';
import { toMessage } from '@gx/runtime/kafka';
import { until } from '@gx/testkit';
import test from 'ava';
import { ledgerService, newTenant, payment, paymentEvent } from './rig.ts';

const CREDITS = 10_000;
const PER_SEND = 500;
const call = { requestId: 'test' };

test('10,000 credits to one wallet from three consumers, with copies and rebalances: exact, each once, no conflict gets out', async (t) => {
  const ledger = await ledgerService(t, 3);
  const tenant = newTenant();
  const topic = topicName(ledger.topicPrefix, 'chargeMoney');
  // One wallet's events share a partition; here they do not, so that three consumers write to it at the same
  // time.
  const events = Array.from({ length: CREDITS }, () => paymentEvent(payment(tenant)));
  ledger.write(events);
  const copies = events.filter((_, nth) => nth % 10 === 0);
  const messages = [...events, ...copies].map((event, nth) => ({ ...toMessage(event), partition: nth % 3 }));
  const entries = ledger.database.connection.collection('journal_entries');
  const hosts = ledger.replicas.map(({ host }) => host);
  for (let from = 0; from < messages.length; from += PER_SEND) {
    await ledger.producer.send({ topic, messages: messages.slice(from, from + PER_SEND) });
    if (from === 3_000) {
      await until('they are at work', async () => (await entries.estimatedDocumentCount()) > 500);
      await hosts[0]?.stop();
    }
    if (from === 6_000) hosts.push((await ledger.another()).host);
  }
  const options = { timeoutMs: 90_000 };
  await until('all are posted', async () => (await entries.countDocuments()) === CREDITS, options);
  const seen = () => new Set(ledger.published.messages.map(({ headers }) => headers['event-id'])).size;
  await until('all are announced', () => seen() === CREDITS, options);
  const rpc = ledger.replicas[1]?.rpc ?? ledger.rpc;
  const { wallets } = await rpc.listWallets(call, { tenant });
  t.deepEqual(
    wallets.map(({ available, pending, retained }) => [available, pending, retained]),
    [[CREDITS * 980, 0, 0]],
  );
  t.like(await rpc.verifyLedger(call, {}), { wallets: 1, entries: CREDITS, problemCount: 0 });
  const escaped = hosts.flatMap(({ lines }) => lines.filter((line) => /WriteConflict|GuardLost|E11000/.test(line)));
  t.deepEqual(escaped, []);
});
