import test from 'ava';
import { isOwnName, KAFKA_USERS, kafkaRights, rightKey } from './kafka-rights.ts';
import { CONSUMER_GROUPS, deadLetterTopic, TOPICS, topicName } from './topics.ts';

const rights = kafkaRights('');
const who = (may: string, of: string, name: string): readonly string[] =>
  rights.filter((one) => one.may === may && one.of === of && one.name === name).map(({ user }) => user);

test('a topic of events is written by its owner, and by ops, which puts dead letters back; read by its consumers and by who copies', (t) => {
  for (const [key, { owner, name }] of Object.entries(TOPICS)) {
    t.deepEqual(who('write', 'topic', name).toSorted(), [owner, 'ops'].toSorted());
    const readers = Object.values(CONSUMER_GROUPS).flatMap(({ topic, service }) => (topic === key ? [service] : []));
    t.deepEqual(who('read', 'topic', name).toSorted(), [...readers, 'back-up'].toSorted());
    t.deepEqual(who('write', 'topic', deadLetterTopic(name)).toSorted(), [...readers, 'ops'].toSorted());
    t.deepEqual(who('read', 'topic', deadLetterTopic(name)).toSorted(), ['back-up', 'ops']);
  }
});

test('a group is its service’s alone', (t) => {
  for (const [group, { service }] of Object.entries(CONSUMER_GROUPS))
    t.deepEqual(who('read', 'group', group), [service]);
});

test('no right is there twice, and every user has some', (t) => {
  t.is(new Set(rights.map(rightKey)).size, rights.length);
  t.deepEqual([...new Set(rights.map(({ user }) => user))].toSorted(), [...KAFKA_USERS].toSorted());
});

test('names of this deployment are those that a version of it may have behind its prefix, and no others', (t) => {
  const own = (prefix: string, of: 'topic' | 'group', name: string) => isOwnName(prefix, { of, name, isPrefix: false });
  for (const right of [...kafkaRights(''), ...kafkaRights('blue.')])
    t.true(isOwnName(right.name.startsWith('blue.') ? 'blue.' : '', right), rightKey(right));
  t.true(own('', 'topic', 'gx.charge.gone.v2'));
  t.true(own('', 'group', 'ledger-gone'));
  t.false(own('', 'topic', topicName('blue.', 'charge')));
  t.false(own('blue.', 'topic', topicName('', 'charge')));
  t.false(own('', 'group', 'blue.ledger'));
  t.false(own('', 'group', 'ledgers'));
  t.false(own('', 'topic', 'orders'));
  t.false(isOwnName('', { of: 'topic', name: 'gx.', isPrefix: true }));
});
