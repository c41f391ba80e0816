import { CONSUMER_GROUPS, EVENT_OWNERS, TOPICS, topicName, topicOwner } from '@gx/contracts';
import test from 'ava';
import { sourcesOf } from '../../tools/reference/sources.ts';

/** What would publish without a signature, or consume without looking at one. */
const OWN_CLIENTS = /\b(?:connectKafka|startProducer)\(|\.(?:producer|consumer)\(/;

test('no service makes a producer or a consumer of its own: they come from connectEvents, which signs and verifies', (t) => {
  const sources = sourcesOf('services').filter(({ owner }) => owner !== 'ops');
  t.true(sources.some(({ text }) => text.includes('connectEvents(')));
  t.deepEqual(
    sources.flatMap(({ path, text }) => (OWN_CLIENTS.test(text) ? [path] : [])),
    [],
  );
  // Operators' messages are those that stood there before: ops puts dead letters back as they are.
  const ops = sourcesOf('services').filter(({ owner, text }) => owner === 'ops' && /\.producer\(/.test(text));
  t.deepEqual(
    ops.map(({ path }) => path),
    ['services/ops/src/replay-dead-letters.ts'],
  );
});

test('each service starts the consumers of its rows in the table of groups, and no others', (t) => {
  const sources = sourcesOf('services').filter(({ text }) => text.includes('startConsumer('));
  const started = sources.flatMap(({ owner, text }) => {
    const groups = [...text.matchAll(/startConsumer\([^)]*?\.\.\.subscription\(\S+, '([\w-]+)'\)/g)].map(
      ([, group]) => group,
    );
    // None of them by a name of its own.
    t.is(groups.length, text.split('startConsumer(').length - 1, owner);
    return groups.map((group) => `${owner} ${group}`);
  });
  const rows = Object.entries(CONSUMER_GROUPS).map(([group, { service }]) => `${service} ${group}`);
  t.deepEqual(started.toSorted(), rows.toSorted());
});

test('each topic has one owner, found by the topic’s name behind any prefix', (t) => {
  for (const [key, { owner }] of Object.entries(TOPICS))
    for (const prefix of ['', 'blue.', 'gx.charge.events.v1.'])
      t.is(topicOwner(topicName(prefix, key as keyof typeof TOPICS)), owner);
  t.is(topicOwner('gx.other.events.v1'), undefined);
  t.deepEqual([...EVENT_OWNERS].sort(), ['charge', 'ledger', 'payout', 'refund']);
});
