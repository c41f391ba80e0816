import { KAFKA_USERS, type KafkaRight, kafkaRights } from '../../libs/contracts/src/kafka-rights.ts';
import { code, codes, page, table } from './markdown.ts';

/** Who may do what at Kafka. */
export function kafkaRightsPage(): string {
  const rights = kafkaRights('');
  const rows = KAFKA_USERS.map((user) => {
    const own = (of: KafkaRight['of'], ...mays: readonly KafkaRight['may'][]): string => {
      const found = rights.filter((one) => one.user === user && one.of === of && mays.includes(one.may));
      return codes([...new Set(found.map(({ name, isPrefix }) => `${name}${isPrefix ? '*' : ''}`))]);
    };
    return [
      code(user),
      own('topic', 'write'),
      own('topic', 'read'),
      own('group', 'read', 'delete'),
      own('group', 'describe'),
    ];
  });
  return page(
    'Rights at Kafka',
    `Made from ${code('libs/contracts/src/kafka-rights.ts')}; ${code('ops topics create')} makes the access lists of them ([ADR 119](../adr/0119-who-may-do-what-at-kafka.md)). What stands here is all that anybody may do; ${code('TOPIC_PREFIX')} goes before each name but those that end in ${code('*')}.`,
    table(['user', 'writes', 'reads', 'in the groups', 'sees the groups'], rows),
    `The principal of each is ${code('User:<user>')}, or what ${code('<USER>_KAFKA_PRINCIPAL')} says to ${code('ops topics create')}. Topics and access lists are made, and copies restored, by an administrator of the brokers, whom no list binds.`,
  );
}
