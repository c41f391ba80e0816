import { invariant, newId } from '@gx/core';
import { ELSEWHERE, type Lifecycle } from '@gx/runtime';
import type { NewDelivery } from '../domain/delivery.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import { bodyFor, SHARED_MS } from '../domain/event-bodies.ts';
import { namesTakenBy } from '../domain/event-catalog.ts';
import { type PlannedDelivery, plannedDeliveries } from '../domain/replay.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import type { EventStore, PastEvent } from '../store/events.ts';
import type { Replay, ReplayStore } from '../store/replays.ts';

export type ReplayJobDeps = {
  readonly replays: ReplayStore;
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly life: Pick<Lifecycle, 'isStopping'>;
  readonly databaseNow: () => Promise<Date>;
  /** Whether this replica is the one that makes replayed attempts: two would not keep their order. */
  readonly isOurs: () => Promise<boolean>;
  /** Whether nothing of a replay waits or is under way in this process. */
  readonly isIdle: () => boolean;
  /** Takes up what is due. */
  readonly fill: () => Promise<void>;
};

/** So many events by one step, and no further step while so many deliveries wait for an endpoint. */
const PAGE = 500;
const WAITING_MAX = 500;
const PAGES_AT_ONCE = 20;

/**
 * Stores the deliveries of open replays, as fast as their endpoints take them, and has them sent. Each step
 * may be made again: what a replay has stored or sent again carries its id, and its cursor moves after that.
 * A page that a dead process left is stored whole before anything of the replay is sent.
 */
export async function replayEvents(deps: ReplayJobDeps): Promise<typeof ELSEWHERE | undefined> {
  const { replays, deliveries, isIdle, isOurs, life, fill } = deps;
  const open = await replays.open();
  // As a rule there is none, and a look is cheaper than a lease.
  if (open.length === 0 && isIdle() && (await deliveries.countDue('replay', 1)) === 0) return undefined;
  if (!(await isOurs())) return ELSEWHERE;
  // What a dead process had under way comes first, once its lease has ended.
  if (isIdle() && (await deliveries.isAnyReplayed())) return undefined;
  for (const replay of open) {
    if (life.isStopping) return undefined;
    await storePages(deps, replay);
  }
  // Another one has gone on where this process stood still.
  if (!(await isOurs())) return ELSEWHERE;
  await fill();
  return undefined;
}

async function storePages(deps: ReplayJobDeps, begun: Replay): Promise<void> {
  const { endpoints, deliveries, replays } = deps;
  const { tenant, endpointId, until } = begun;
  let replay = begun;
  for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
    const endpoint = await endpoints.get(tenant, endpointId);
    if (endpoint?.status !== 'ACTIVE' || replay.after >= until) return replays.finish(replay);
    // What is left of a page that was half stored does not count: it is to be completed.
    if ((await deliveries.countReplayed(tenant, endpointId, replay.dueFrom, WAITING_MAX)) >= WAITING_MAX) return;
    if (!(await deps.isOurs())) return;
    replay = await storePage(deps, replay, endpoint);
  }
}

/** One page, and then the cursor behind it. */
async function storePage(deps: ReplayJobDeps, replay: Replay, endpoint: Endpoint): Promise<Replay> {
  const { events, deliveries, replays, databaseNow } = deps;
  const { tenant, endpointId, after, until, only, dueFrom } = replay;
  const { events: past, upTo } = await events.past(tenant, { after, until }, PAGE);
  const existing = await deliveries.ofEvents(tenant, endpointId, past);
  const taken = namesTakenBy(endpoint.events);
  const names = replay.names.filter((name) => taken.includes(name));
  const keptLongSince = (await databaseNow()).getTime() - SHARED_MS;
  const planned = plannedDeliveries(past, existing, { names, only }).map((one) => ({
    id: one.existing,
    delivery: newDelivery(one, { ...endpoint, apiVersion: one.apiVersion ?? endpoint.apiVersion }, keptLongSince),
    dueAt: new Date(dueFrom.getTime() + one.position),
  }));
  const again = planned.flatMap(({ id, delivery: { payload }, dueAt }) =>
    id === undefined ? [] : [{ id, dueAt, payload }],
  );
  const missing = planned.filter(({ id }) => id === undefined);
  await deliveries.resendForReplay(tenant, replay, again);
  await deliveries.insertForReplay(replay.id, missing);
  const last = planned.at(-1)?.dueAt ?? dueFrom;
  const next = Math.max((await databaseNow()).getTime(), last.getTime() + 1);
  const to = { after: upTo, dueFrom: new Date(next) };
  await replays.advance(replay, to);
  return { ...replay, ...to };
}

/** Of an event that is gone before long it keeps the body itself. */
function newDelivery(
  { event, name }: PlannedDelivery<PastEvent>,
  { id, tenant, url, apiVersion }: Endpoint,
  keptLongSince: number,
): NewDelivery {
  const payload = bodyFor(event, name, apiVersion);
  invariant(payload !== undefined, `an event that is kept without the body of ${name}`);
  return {
    id: newId('delivery'),
    tenant,
    endpointId: id,
    eventId: event.id,
    eventName: name,
    resendId: '',
    subjectId: event.subjectId,
    payload,
    ...(event.createdAt.getTime() > keptLongSince ? { apiVersion } : {}),
    traceparent: undefined,
    origin: new URL(url).origin,
  };
}
