import {
  CONSUMER_GROUPS,
  type ConsumerGroup,
  deadLetterTopic,
  type EventOwner,
  ONE_TIME_READERS,
  subscription,
  TOPICS,
  type TopicKey,
  topicName,
} from './topics.ts';

/**
 * Who comes to Kafka: services, `ops` with dead letters, and who takes a copy. Who makes topics and access
 * lists, or restores a copy, is an administrator and stands in no list.
 */
export type KafkaUser = EventOwner | (typeof CONSUMER_GROUPS)[ConsumerGroup]['service'] | 'ops' | 'back-up';
export const KAFKA_USERS: readonly KafkaUser[] = ['charge', 'ledger', 'refund', 'payout', 'webhooks', 'ops', 'back-up'];

/** What a user may do. Who may read or write a thing may also see that it is there. */
export type KafkaRight = {
  readonly user: KafkaUser;
  readonly may: 'read' | 'write' | 'describe' | 'delete';
  readonly of: 'topic' | 'group';
  readonly name: string;
  /** Whether it is a right to all whose names begin so. */
  readonly isPrefix: boolean;
};

/**
 * All that anybody may do in a deployment, each right once (decisions, section 13). An owner writes its
 * topics; a consumer reads a topic in its group and writes what it cannot apply to the topic's twin.
 */
export function kafkaRights(prefix: string): readonly KafkaRight[] {
  const topics = (Object.keys(TOPICS) as TopicKey[]).map((key) => ({
    owner: TOPICS[key].owner,
    topic: topicName(prefix, key),
  }));
  const groups = (Object.keys(CONSUMER_GROUPS) as ConsumerGroup[]).map((key) => ({
    service: CONSUMER_GROUPS[key].service,
    ...subscription(prefix, key),
  }));
  const once = (['ops', 'back-up'] as const).flatMap((user) => [
    { user, may: 'read', of: 'group', name: ONE_TIME_READERS, isPrefix: true } as const,
    { user, may: 'delete', of: 'group', name: ONE_TIME_READERS, isPrefix: true } as const,
  ]);
  const rights = [
    ...topics.map(({ owner, topic }) => right(owner, 'write', 'topic', topic)),
    ...groups.flatMap(({ service, topic, group }) => [
      right(service, 'read', 'topic', topic),
      right(service, 'read', 'group', group),
      right(service, 'write', 'topic', deadLetterTopic(topic)),
    ]),
    // A dead letter is put back on its topic, and marked as put back beside itself.
    ...topics.flatMap(({ topic }) => [
      right('ops', 'write', 'topic', topic),
      right('ops', 'read', 'topic', deadLetterTopic(topic)),
      right('ops', 'write', 'topic', deadLetterTopic(topic)),
    ]),
    ...topics.flatMap(({ topic }) => [
      right('back-up', 'read', 'topic', topic),
      right('back-up', 'read', 'topic', deadLetterTopic(topic)),
    ]),
    // How far each group had read is part of a copy.
    ...groups.map(({ group }) => right('back-up', 'describe', 'group', group)),
    ...once,
  ];
  return [...new Map(rights.map((one) => [rightKey(one), one])).values()];
}

const right = (user: KafkaUser, may: KafkaRight['may'], of: KafkaRight['of'], name: string): KafkaRight => ({
  user,
  may,
  of,
  name,
  isPrefix: false,
});

/** The same for the same right. */
export const rightKey = ({ user, may, of, name, isPrefix }: KafkaRight): string =>
  [user, may, of, name, isPrefix].join(' ');

const OWN_TOPIC = /^gx\.[a-z]+\.[a-z]+\.v\d+(\.dlq)?$/;
const OWN_GROUP = new RegExp(`^(${KAFKA_USERS.join('|')})(-[a-z]+)*$`);

/**
 * Whether nobody but this deployment, in this version or another, names a topic or a group so. Deployments
 * that share a broker have other prefixes.
 */
export function isOwnName(
  prefix: string,
  { of, name, isPrefix }: Pick<KafkaRight, 'of' | 'name' | 'isPrefix'>,
): boolean {
  if (isPrefix) return of === 'group' && name === ONE_TIME_READERS;
  if (!name.startsWith(prefix)) return false;
  return (of === 'topic' ? OWN_TOPIC : OWN_GROUP).test(name.slice(prefix.length));
}
