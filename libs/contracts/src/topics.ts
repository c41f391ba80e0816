/** Every topic: one per owner, keyed by account id, so that one merchant's events stay in order. */
export const TOPICS = {
  charge: { name: 'gx.charge.events.v1', partitions: 6, retentionDays: 7 },
  refund: { name: 'gx.refund.events.v1', partitions: 6, retentionDays: 7 },
  ledger: { name: 'gx.ledger.events.v1', partitions: 6, retentionDays: 7 },
} as const satisfies Record<string, { name: string; partitions: number; retentionDays: number }>;

export type TopicOwner = keyof typeof TOPICS;

/** A topic's name in a deployment that may share its broker with others. */
export const topicName = (prefix: string, owner: TopicOwner): string => `${prefix}${TOPICS[owner].name}`;

/** Where a message goes that can never be applied. */
export const parkedTopic = (topic: string): string => `${topic}.parked`;
