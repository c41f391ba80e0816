import { type Id, notFound, Refusal, type Tenant } from '@gx/core';
import type { EventName } from '../domain/event-catalog.ts';
import { type ExistingDelivery, plannedDeliveries, type ReplayOnly } from '../domain/replay.ts';
import { requestedNames } from '../domain/requested-names.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import { type EventStore, KEPT_MS, type Span } from '../store/events.ts';
import type { Replay, ReplayStore } from '../store/replays.ts';

export type ReplayEventsDeps = {
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly replays: ReplayStore;
  /** How many events the span of one may hold. */
  readonly replayEventsMax: number;
  /** Has what was requested begun soon. */
  readonly replaySoon: () => void;
};
export type ReplayEvents = {
  readonly replayId: Id<'replay'>;
  readonly endpointId: Id<'endpoint'>;
  readonly since: Date;
  readonly until?: Date | undefined;
  /** None: every name that the endpoint takes. */
  readonly events: readonly string[];
  readonly only: ReplayOnly;
  readonly now: Date;
};

type NamesPage = Awaited<ReturnType<EventStore['pastNames']>>;

/** So many events are counted by one step. */
const PAGE = 5_000;

/**
 * Sends an endpoint the events of a span again, and answers how many there are. The job does it: here the
 * replay is stored, in one write. The same request while it is under way, and a repeated call, is answered
 * the same. Throws 404, and 422 where nothing may be sent, a name is not taken, another replay is under way
 * or the span holds too much.
 */
export async function replayEvents(deps: ReplayEventsDeps, tenant: Tenant, wanted: ReplayEvents): Promise<number> {
  const { endpoints, events, replays, replayEventsMax: max, replaySoon } = deps;
  const { replayId, endpointId, only, now } = wanted;
  const endpoint = await endpoints.get(tenant, endpointId);
  if (endpoint === undefined) throw notFound('webhook endpoint');
  if (endpoint.status !== 'ACTIVE')
    throw new Refusal('unprocessable_entity', 'The endpoint is INACTIVE.', { reason: 'endpoint_not_active' });
  const names = requestedNames({ taken: endpoint.events, requested: wanted.events, param: 'events' });
  const known = await replays.find(tenant, endpointId, replayId);
  if (known !== undefined) return replayedBy(known, wanted);
  const span = spanOf(wanted);
  if ((await events.countIn(tenant, span, max + 1)) > max)
    throw new Refusal('unprocessable_entity', `A replay covers at most ${max} events: choose a shorter span.`, {
      param: 'since',
      reason: 'replay_too_large',
    });
  const replayed = await countReplayed(deps, tenant, { span, names, endpointId, only });
  if (replayed === 0) return 0;
  const request = requestOf(wanted);
  const replay = { id: replayId, tenant, endpointId, request, names, only, replayed, createdAt: now, dueFrom: now };
  if (await replays.begin({ ...replay, ...span })) replaySoon();
  const begun = await replays.find(tenant, endpointId, replayId);
  return begun === undefined ? replayed : replayedBy(begun, wanted);
}

/** An older beginning is that of the events that are kept; what is to come goes to the endpoint by itself. */
const spanOf = ({ since, until, now }: ReplayEvents): Span => ({
  after: new Date(Math.max(since.getTime(), now.getTime() - KEPT_MS) - 1),
  until: until === undefined || until > now ? now : until,
});

const requestOf = ({ since, until, events, only }: ReplayEvents): string =>
  JSON.stringify([since, until ?? null, events, only]);

function replayedBy({ id, request, replayed }: Replay, wanted: ReplayEvents): number {
  if (id !== wanted.replayId && request !== requestOf(wanted))
    throw new Refusal('unprocessable_entity', 'Another replay to this endpoint is under way: wait for its end.', {
      reason: 'replay_in_progress',
    });
  return replayed;
}

type Count = {
  readonly span: Span;
  readonly names: readonly EventName[];
  readonly endpointId: Id<'endpoint'>;
  readonly only: ReplayOnly;
};

async function countReplayed(
  { events, deliveries }: ReplayEventsDeps,
  tenant: Tenant,
  { span, endpointId, ...terms }: Count,
): Promise<number> {
  const read = (after: Date): Promise<NamesPage> => events.pastNames(tenant, { after, until: span.until }, PAGE);
  let count = 0;
  for (let page: NamesPage | undefined = await read(span.after); page !== undefined; ) {
    // The next page is read meanwhile: who asked is waiting.
    const [existing, next]: [ExistingDelivery[], NamesPage | undefined] = await Promise.all([
      deliveries.ofEvents(tenant, endpointId, page.events),
      page.upTo < span.until ? read(page.upTo) : undefined,
    ]);
    count += new Set(plannedDeliveries(page.events, existing, terms).map(({ event }) => event.id)).size;
    page = next;
  }
  return count;
}
