import { type Id, notFound, Refusal, type Tenant } from '@gx/core';
import { KEPT_MS } from '../domain/event-bodies.ts';
import type { EventName } from '../domain/event-catalog.ts';
import { type ExistingDelivery, plannedDeliveries, type ReplayOnly } from '../domain/replay.ts';
import { requestedNames } from '../domain/requested-names.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import type { EventStore, Span } from '../store/events.ts';
import type { Replay, ReplayStore } from '../store/replays.ts';
import { type ByHandDeps, claimSendsByHand } from './store-by-hand.ts';

export type ReplayEventsDeps = Omit<ByHandDeps, 'deliveries'> & {
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
const BEGIN_ATTEMPTS = 3;

/**
 * Sends an endpoint the events of a span again, and answers how many there are. The job does it: here the
 * replay is stored, in one write. The same request while it is under way, and a repeated call, is answered
 * the same. Throws 404, 422 where nothing may be sent, a name is not taken, another replay is under way or
 * the span holds too much, and 429 at the day's limit of sends by hand, of which it is one.
 */
export async function replayEvents(deps: ReplayEventsDeps, tenant: Tenant, wanted: ReplayEvents): Promise<number> {
  const { endpoints, events, replays, replayEventsMax: max, replaySoon } = deps;
  const { replayId, endpointId, only, now } = wanted;
  const endpoint = await endpoints.get(tenant, endpointId);
  if (endpoint === undefined) throw notFound('webhook endpoint');
  if (endpoint.status !== 'ACTIVE')
    throw new Refusal('unprocessable_entity', 'The endpoint is INACTIVE.', { reason: 'endpoint_not_active' });
  const names = requestedNames({ taken: endpoint.events, requested: wanted.events, param: 'events' });
  const request = requestOf(wanted, names);
  const known = await replays.find(tenant, endpointId, replayId);
  if (known !== undefined) return replayedBy(known, replayId, request);
  // Counting reads the whole span, also where nothing is to be sent.
  await claimSendsByHand(deps, tenant, 1, now);
  const span = spanOf(wanted);
  if ((await events.countIn(tenant, span, max + 1)) > max)
    throw new Refusal('unprocessable_entity', `A replay covers at most ${max} events: choose a shorter span.`, {
      param: 'since',
      reason: 'replay_too_large',
    });
  const replayed = await countReplayed(deps, tenant, { span, names, endpointId, only });
  if (replayed === 0) return 0;
  const replay = { id: replayId, tenant, endpointId, request, names, only, replayed, createdAt: now, dueFrom: now };
  // The one that was open may be over by the time it is looked for.
  for (let attempt = 1; attempt <= BEGIN_ATTEMPTS; attempt += 1) {
    if (await replays.begin({ ...replay, ...span })) {
      replaySoon();
      return replayed;
    }
    const other = await replays.find(tenant, endpointId, replayId);
    if (other !== undefined) return replayedBy(other, replayId, request);
  }
  throw new Refusal('service_unavailable', 'Other replays to this endpoint came first. Try again.');
}

/** An older beginning is that of the events that are kept; what is to come goes to the endpoint by itself. */
const spanOf = ({ since, until, now }: ReplayEvents): Span => ({
  after: new Date(Math.max(since.getTime(), now.getTime() - KEPT_MS) - 1),
  until: until === undefined || until > now ? now : until,
});

const requestOf = ({ since, until, only }: ReplayEvents, names: readonly EventName[]): string =>
  JSON.stringify([since, until ?? null, names, only]);

function replayedBy(other: Replay, replayId: Id<'replay'>, request: string): number {
  if (other.id !== replayId && other.request !== request)
    throw new Refusal('unprocessable_entity', 'Another replay to this endpoint is under way: wait for its end.', {
      reason: 'replay_in_progress',
    });
  return other.replayed;
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
