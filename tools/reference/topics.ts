import { DLQ_HEADERS, EVENT_HEADERS } from '../../libs/contracts/src/headers.ts';
import { CONSUMER_GROUPS, deadLetterTopic, TOPICS, type TopicKey } from '../../libs/contracts/src/topics.ts';
import { code, codes, page, table } from './markdown.ts';

/** Every topic, who writes it and who reads it. */
export function topicsPage(): string {
  const rows = (Object.keys(TOPICS) as TopicKey[]).map((key) => {
    const { owner, name, partitions, retentionDays } = TOPICS[key];
    return [
      code(name),
      owner,
      Object.values(CONSUMER_GROUPS)
        .flatMap(({ topic, service }) => (topic === key ? [service] : []))
        .toSorted()
        .join(', '),
      String(partitions),
      `${retentionDays} days`,
      code(deadLetterTopic(name)),
      code(`protos/gx/${owner}/v1/${owner}_events.proto`),
    ];
  });
  return page(
    'Topics',
    `Made from ${code('libs/contracts/src/topics.ts')}. Values are protobuf (${code('protos/gx/<owner>/v1')}), the key is the account id: events of one merchant keep their order.`,
    `Headers: ${codes(Object.values(EVENT_HEADERS))}. No personal data is among them. A message that can never be applied goes to the dead letter topic with its reason in ${code(DLQ_HEADERS.reason)} and an id in ${code(DLQ_HEADERS.id)}; ${code('ops dead-letters')} lists them and puts them back ([ADR 57](../adr/0057-parked-messages-are-folded-from-their-topic.md)).`,
    table(['topic', 'written by', 'read by', 'partitions', 'kept', 'dead letters', 'events'], rows),
    'Topics are made by the stack or by a job of the deployment, never by accident: automatic creation is off ([ADR 11](../adr/0011-topics.md)).',
  );
}
