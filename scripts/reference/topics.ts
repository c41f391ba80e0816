import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_HEADERS } from '../../libs/contracts/src/headers.ts';
import { parkedTopic, TOPICS, type TopicOwner } from '../../libs/contracts/src/topics.ts';
import { code, codes, page, table } from './markdown.ts';

const SOURCES = join(import.meta.dirname, '../../services');

/** Every topic, who writes it and who reads it. */
export function topicsPage(): string {
  const consumers = consumersOf();
  const rows = (Object.keys(TOPICS) as TopicOwner[]).map((owner) => {
    const { name, partitions, retentionDays } = TOPICS[owner];
    return [
      code(name),
      owner,
      (consumers.get(owner) ?? []).join(', '),
      String(partitions),
      `${retentionDays} days`,
      code(parkedTopic(name)),
      code(`protos/gx/${owner}/v1/${owner}_events.proto`),
    ];
  });
  return page(
    'Topics',
    `Made from ${code('libs/contracts/src/topics.ts')} and from the services that start a consumer. Values are protobuf (${code('protos/gx/<owner>/v1')}), the key is the account id: events of one merchant keep their order.`,
    `Headers: ${codes(Object.values(EVENT_HEADERS))}. No personal data is among them. A message that can never be applied goes to the parked topic with its reason in ${code('parked-reason')}.`,
    table(['topic', 'written by', 'read by', 'partitions', 'kept', 'parked', 'events'], rows),
    'Topics are made by the stack or by a job of the deployment, never by accident: automatic creation is off ([ADR 11](../adr/0011-topics.md)).',
  );
}

/** A service reads a topic if its source says so: that is the one place where a consumer can be started. */
function consumersOf(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const service of readdirSync(SOURCES).toSorted()) {
    const folder = join(SOURCES, service, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    for (const file of files.toSorted()) {
      const source = readFileSync(join(folder, file), 'utf8');
      const call = /startConsumer\([\s\S]*?topicName\(\w+, '(\w+)'\)/.exec(source);
      if (call?.[1] !== undefined) found.set(call[1], [...(found.get(call[1]) ?? []), service]);
    }
  }
  return found;
}
