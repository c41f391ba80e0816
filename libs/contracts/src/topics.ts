/**
 * Every topic, keyed by account id, so that one merchant's events stay in order. An owner has one topic for
 * what happened; charge has a second one for money that moves, so that those who keep books are not woken by
 * each charge that is only created (ADR 53).
 */
// biome-ignore format: one row per topic, read as a table
export const TOPICS = {
  charge:      { owner: 'charge', name: 'gx.charge.events.v1', partitions: 6, retentionDays: 7 },
  chargeMoney: { owner: 'charge', name: 'gx.charge.money.v1',  partitions: 6, retentionDays: 7 },
  refund:      { owner: 'refund', name: 'gx.refund.events.v1', partitions: 6, retentionDays: 7 },
  payout:      { owner: 'payout', name: 'gx.payout.events.v1', partitions: 6, retentionDays: 7 },
  ledger:      { owner: 'ledger', name: 'gx.ledger.events.v1', partitions: 6, retentionDays: 7 },
} as const satisfies Record<string, { owner: string; name: string; partitions: number; retentionDays: number }>;

export type TopicKey = keyof typeof TOPICS;
/** A service that publishes events: it alone signs what is on its topics. */
export type EventOwner = (typeof TOPICS)[TopicKey]['owner'];
export const EVENT_OWNERS: readonly EventOwner[] = [...new Set(Object.values(TOPICS).map(({ owner }) => owner))];

/** Who reads which topic. Each topic has a group of its own: a group shares one set of topics. */
// biome-ignore format: one row per group, read as a table
export const CONSUMER_GROUPS = {
  charge:            { service: 'charge',   topic: 'ledger' },
  'charge-refund':   { service: 'charge',   topic: 'refund' },
  refund:            { service: 'refund',   topic: 'chargeMoney' },
  payout:            { service: 'payout',   topic: 'chargeMoney' },
  ledger:            { service: 'ledger',   topic: 'chargeMoney' },
  'ledger-refund':   { service: 'ledger',   topic: 'refund' },
  'ledger-payout':   { service: 'ledger',   topic: 'payout' },
  webhooks:          { service: 'webhooks', topic: 'charge' },
  'webhooks-payout': { service: 'webhooks', topic: 'payout' },
} as const satisfies Record<string, { service: string; topic: TopicKey }>;
export type ConsumerGroup = keyof typeof CONSUMER_GROUPS;

/** A group and its topic in a deployment that may share its broker with others. */
export const subscription = (
  prefix: string,
  group: ConsumerGroup,
): { readonly group: string; readonly topic: string } => ({
  group: `${prefix}${group}`,
  topic: topicName(prefix, CONSUMER_GROUPS[group].topic),
});

/** Before the groups of those who read topics once, to their end, and commit nothing. */
export const ONE_TIME_READERS = 'gx-read-';

/** A topic's name in a deployment that may share its broker with others. */
export const topicName = (prefix: string, topic: TopicKey): string => `${prefix}${TOPICS[topic].name}`;

/** A topic as it is made. */
export type TopicSpec = { readonly name: string; readonly partitions: number; readonly retentionDays: number };

const DEAD_LETTERS = '.dlq';
/** Where a message goes that can never be applied. */
export const deadLetterTopic = (topic: string): string => `${topic}${DEAD_LETTERS}`;
export const isDeadLetterTopic = (topic: string): boolean => topic.endsWith(DEAD_LETTERS);

/** Whose events a topic carries, whatever the prefix; undefined for a topic that is none of ours. */
export const topicOwner = (topic: string): EventOwner | undefined =>
  Object.values(TOPICS).find(({ name }) => topic.endsWith(name))?.owner;

/** The topic that a dead letter topic's messages came from. */
export const sourceTopic = (topic: string): string => topic.slice(0, -DEAD_LETTERS.length);

/** Every topic of a deployment, each followed by its twin for what can never be applied. */
export const topicSpecs = (prefix: string): TopicSpec[] =>
  (Object.keys(TOPICS) as TopicKey[]).flatMap((key) => {
    const { partitions, retentionDays } = TOPICS[key];
    const topic = topicName(prefix, key);
    return [topic, deadLetterTopic(topic)].map((name) => ({ name, partitions, retentionDays }));
  });

/** Events of a charge that are about money on its way; all others are what merchants hear of. */
const CHARGE_MONEY: ReadonlySet<string> = new Set([
  'charge.payment_accepted',
  'charge.payment_held',
  'charge.return_ordered',
  'charge.provider_callback_received',
  'charge.dispute_opened',
  'charge.dispute_closed',
  'charge.dispute_paid',
  'charge.returned_by_bank',
]);

/** The topic that an event of charge travels on. */
export const chargeTopicOf = (eventType: string): TopicKey => (CHARGE_MONEY.has(eventType) ? 'chargeMoney' : 'charge');
