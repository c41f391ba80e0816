import { gauge } from '../telemetry/metrics.ts';
import type { Consumer } from './kafkajs.ts';

type LagSubject = { readonly topic: string; readonly group: string };

/**
 * Tells how far behind a partition is, as long as it is this member's: what another has taken over stands at
 * 0 here, or the sum over all members would keep what nobody is behind any more.
 */
export function startConsumerLag(
  consumer: Consumer,
  { topic, group }: LagSubject,
): (partition: number, messages: number) => void {
  const reported = new Set<number>();
  let own: readonly number[] = [];
  const report = (partition: number, messages: number): void =>
    gauge('gx.consumer.lag', messages, {
      'messaging.destination.name': topic,
      'messaging.consumer.group.name': group,
      'messaging.destination.partition.id': partition,
    });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    own = payload.memberAssignment[topic] ?? [];
    for (const partition of reported) {
      if (own.includes(partition)) continue;
      report(partition, 0);
      reported.delete(partition);
    }
  });
  return (partition, messages) => {
    // A batch that was fetched before the others came.
    if (!own.includes(partition)) return;
    reported.add(partition);
    report(partition, messages);
  };
}
