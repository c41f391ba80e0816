import type { Delivery } from '@gx/contracts/webhooks';
import type { Tenant } from '@gx/core';
import { type SinkAnswer, type SinkRequest, until } from '@gx/testkit';
import { created } from './charge-events.ts';
import { type Harness, newTenant, untilDeliveries } from './harness.ts';

export type LoggedAttempt = {
  readonly attempt: number;
  readonly attemptId: string;
  readonly startedAt: Date;
  readonly durationMs?: number;
  readonly statusCode?: number;
  readonly error?: string;
};
type EndpointOutcome = {
  readonly tenant: Tenant;
  readonly delivery: Delivery | undefined;
  readonly requests: SinkRequest[];
};

/** An endpoint that answers as told, one event for it, and its delivery once it had that many attempts. */
export async function outcomeOf(
  harness: Harness,
  path: string,
  answers: readonly SinkAnswer[],
  attempts: number,
): Promise<EndpointOutcome> {
  const { register, publish, sink } = harness;
  const tenant = newTenant();
  sink.answer(path, ...answers);
  await register(tenant, path, ['charge.created']);
  await publish(created(tenant));
  const [delivery] = await untilDeliveries(
    harness,
    tenant,
    1,
    (found) => found.attempts >= attempts && found.status !== 'PROCESSING',
  );
  return { tenant, delivery, requests: sink.requests(path) };
}

/** The requests of a path once there are that many. */
export const triedTimes = ({ sink }: Harness, path: string, times: number): Promise<SinkRequest[]> =>
  until(`${times} attempts`, () => sink.requests(path).length >= times && sink.requests(path));

export async function attemptLogOf(
  { database }: Pick<Harness, 'database'>,
  delivery: { readonly id: string } | undefined,
): Promise<LoggedAttempt[]> {
  const found = await database.connection
    .collection<{ _id: string; attemptLog: LoggedAttempt[] }>('deliveries')
    .findOne({ _id: delivery?.id ?? '' });
  return found?.attemptLog ?? [];
}
