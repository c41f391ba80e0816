import { type EncodedEvent, EVENT_HEADERS } from '@gx/contracts';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Connection, mongo } from 'mongoose';
import type { Producer } from '../kafka/kafka.ts';
import { toMessage } from '../kafka/messages.ts';
import { sendPieces } from '../kafka/send-pieces.ts';
import { startJob } from '../service/job.ts';
import type { Host } from '../service/run-service.ts';
import { count, gauge } from '../telemetry/metrics.ts';
import { inSpan, SpanKind } from '../telemetry/telemetry.ts';
import { EventRate } from '../work/event-rate.ts';
import { withLease } from './lease.ts';
import { PublishedEvents } from './published-events.ts';

/**
 * An event as it waits inside the document whose change caused it. `at` tells the sweeper how long it has
 * waited.
 */
export type OutboxRecord = Omit<EncodedEvent, 'value'> & { readonly value: Buffer | mongo.Binary; readonly at: Date };
/** What a store's write returns: the document's id and the whole array as that write left it. */
export type OutboxBatch = { readonly id: unknown; readonly outbox: readonly OutboxRecord[] };

export const toOutbox = (event: EncodedEvent, at: Date): OutboxRecord => ({ ...event, at });

/** The index that lets the sweeper find what waits; give it to the collection that holds the outbox. */
export const OUTBOX_INDEX = {
  keys: { 'outbox.at': 1 },
  options: { name: 'outbox_waiting', partialFilterExpression: { 'outbox.0': { $exists: true } } },
} as const;

export type OutboxOptions = {
  readonly connection: Connection;
  readonly collection: string;
  readonly producer: Producer;
  /** The topic that an event of this type travels on; undefined for one that travels nowhere. */
  readonly topicOf: (type: string) => string | undefined;
  /** Runs before published events leave these documents, as often as it takes. */
  readonly beforeRemoval?: (documents: readonly unknown[]) => Promise<void>;
  /** Tells this process from other replicas in the sweeper's lease. */
  readonly owner: string;
  readonly sweepEveryMs?: number;
  readonly sweepAfterMs?: number;
};
export type OutboxRelay = {
  /**
   * Hands over the array that a write returned. Never throws: what is not published now is found by the
   * sweeper.
   */
  readonly publish: (batch: OutboxBatch) => void;
  /** Resolves when nothing waits in this process. */
  readonly idle: () => Promise<void>;
  /** Publishes what dead processes left behind; runs by itself too. */
  readonly sweep: () => Promise<unknown>;
};

const MAX_EVENTS_PER_SEND = 500;
/** What is repeated together when the broker refuses a part of it. */
const BATCHES_PER_PAGE = 500;
/** Key, headers and framing of one event. */
const BYTES_BESIDE_VALUE = 512;
const MAX_WAITING = 2_000;
const RETRY_MS = { first: 100, max: 2_000 } as const;
const SWEEP_PAGE = 200;
const SWEEP_EVERY_MS = 2_000;
/**
 * Between two sends, so that one takes many events: it costs a broker and its consumers more than they do.
 */
const REST_UNDER_LOAD_MS = 60;

/**
 * Publishes outboxes in order: one `send` in flight, and what comes meanwhile leaves with the next; a failed
 * one is repeated and holds back the next, and what was sent is pulled by event id. The queue in memory is
 * bounded: beyond it events wait in their documents for the sweeper, and since each batch is the document's
 * whole array, nothing is overtaken.
 */
export function startOutboxRelay(host: Host, options: OutboxOptions): OutboxRelay {
  const queue = new SendQueue(host, options);
  const sweep = (): Promise<unknown> => sweepOnce(host, options, queue);
  const name = `outbox ${options.collection}`;
  startJob(host, { name, everyMs: options.sweepEveryMs ?? SWEEP_EVERY_MS, run: sweep });
  host.life.onStop(name, () => queue.stop());
  return { publish: (batch) => queue.publish(batch), idle: () => queue.idle(), sweep };
}

/** A batch in the queue, and who is told when it has left. */
type PendingBatch = OutboxBatch & { readonly left?: () => void };

class SendQueue {
  readonly #host: Host;
  readonly #options: OutboxOptions;
  readonly #waiting: PendingBatch[] = [];
  /** What the broker is being given just now. */
  #sending: readonly PendingBatch[] = [];
  /** Ids of the events that wait here. */
  readonly #known = new Set<string>();
  readonly published: PublishedEvents;
  readonly #rate = new EventRate(() => performance.now());
  #running: Promise<void> | undefined;
  #failures = 0;
  #stopped = false;

  constructor(host: Host, options: OutboxOptions) {
    this.#host = host;
    this.#options = options;
    this.published = new PublishedEvents(host.log, options);
  }

  /**
   * True while the broker refuses what this process has to send, and when it stops: nobody else's events are
   * for it then.
   */
  get closed(): boolean {
    return this.#stopped || this.#failures > 0;
  }

  /** When the event that has waited longest in this process was written. */
  get oldest(): Date | undefined {
    return (this.#sending[0] ?? this.#waiting[0])?.outbox[0]?.at;
  }

  /** Takes what is new of an array: what is queued here, or sent and not pulled yet, need not go twice. */
  publish(batch: OutboxBatch): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    const outbox = batch.outbox.filter(({ eventId }) => !this.#known.has(eventId) && !this.published.has(eventId));
    if (outbox.length > 0) this.#add({ ...batch, outbox });
  }

  /** Resolves when these batches have left, whatever comes meanwhile, or when the queue ends without them. */
  async publishAll(batches: readonly OutboxBatch[]): Promise<void> {
    await Promise.all(batches.map((batch) => new Promise<void>((left) => this.#add({ ...batch, left }))));
    await this.published.pull();
  }

  #add(batch: PendingBatch): void {
    if (this.#stopped) batch.left?.();
    else {
      for (const { eventId } of batch.outbox) this.#known.add(eventId);
      this.#waiting.push(batch);
      this.#running ??= context.with(ROOT_CONTEXT, () => this.#drain());
    }
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    await this.published.pull();
  }

  /** Ends after what waits is sent, or after the first failure: the documents keep the rest. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    for (const { left } of this.#waiting.splice(0)) left?.();
    await this.published.pull();
  }

  async #drain(): Promise<void> {
    // Writes of one event-loop turn leave in one send.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const page = this.#waiting.splice(0, BATCHES_PER_PAGE);
      this.#sending = page;
      try {
        await sendPage(this.#options, page);
        this.#failures = 0;
        this.#sending = [];
        for (const { left, ...batch } of page) this.#leave(batch, left);
        this.#rate.count(page.length);
        if (this.#rate.isBusy && !this.#stopped) await pause(REST_UNDER_LOAD_MS);
      } catch (err) {
        this.#failures += 1;
        const failures = this.#failures;
        this.#waiting.unshift(...page);
        if (failures === 1 || failures % 10 === 0) {
          this.#host.log.warn(
            { collection: this.#options.collection, waiting: this.#waiting.length, failures, err },
            'events wait for kafka',
          );
        }
        this.#sending = [];
        if (this.#stopped) break;
        await pause(Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.max));
      }
    }
    this.#running = undefined;
  }

  #leave(batch: OutboxBatch, left?: () => void): void {
    this.published.add(batch);
    for (const { eventId } of batch.outbox) this.#known.delete(eventId);
    left?.();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Each topic that the page speaks of in as many sends as it takes, one after the other: order is kept within
 * a topic, and none is promised between two.
 */
async function sendPage({ producer, topicOf }: OutboxOptions, page: readonly OutboxBatch[]): Promise<void> {
  const records = page.flatMap(({ outbox }) => outbox);
  for (const [topic, ofTopic] of Map.groupBy(records, ({ type }) => topicOf(type))) {
    if (topic === undefined) continue;
    for (const piece of sendPieces(ofTopic, sizeOf, MAX_EVENTS_PER_SEND)) await sendPiece(producer, topic, piece);
  }
}

async function sendPiece(producer: Producer, topic: string, records: readonly OutboxRecord[]): Promise<void> {
  const messages = records.map((record) => toMessage({ ...record, value: bytes(record.value) }));
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.operation.type': 'send',
    'messaging.destination.name': topic,
    'messaging.batch.message_count': messages.length,
  } as const;
  // A send serves many traces: it belongs to none and links to each.
  const links = records.map(({ headers }) => headers[EVENT_HEADERS.traceparent]);
  await inSpan(`send ${topic}`, { kind: SpanKind.PRODUCER, attributes, links }, () =>
    producer.send({ topic, acks: -1, messages }),
  );
  for (const [type, ofType] of Map.groupBy(records, (record) => record.type))
    count('gx.events.published', { 'messaging.destination.name': topic, 'gx.event.type': type }, ofType.length);
}

const sizeOf = ({ value }: OutboxRecord): number => bytes(value).length + BYTES_BESIDE_VALUE;

const bytes = (value: Buffer | mongo.Binary): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(value.buffer));

async function sweepOnce(host: Host, options: OutboxOptions, queue: SendQueue): Promise<unknown> {
  const { connection, collection, owner, sweepAfterMs = 5_000 } = options;
  const waiting = () => {
    const now = host.now().getTime();
    // What lies ahead was written by a process whose clock was: it must not wait until ours gets there.
    const times = [{ $lt: new Date(now - sweepAfterMs) }, { $gt: new Date(now + sweepAfterMs) }];
    const due = times.map((at) => ({ 'outbox.0': { $exists: true }, 'outbox.at': at }));
    return connection.collection(collection).find({ $or: due }, { projection: { outbox: 1 } });
  };
  // What waits for the broker here is tried already. Otherwise nothing waits as a rule, and a look is cheaper
  // than a lease.
  const left = queue.closed ? null : await waiting().limit(1).next();
  // The index gives the oldest first; in a long outage what this process holds tells the age, and nobody
  // reads the backlog for it.
  reportAge(host, collection, queue.oldest ?? (left?.['outbox'][0] as OutboxRecord | undefined)?.at);
  if (left === null) return undefined;
  return withLease({ connection, name: `outbox:${collection}`, owner, ttlMs: 30_000 }, async () => {
    // A broker that goes away now keeps this sweep until it is back, and no other comes: what waits grows
    // older all the same.
    const reporting = setInterval(
      () => reportAge(host, collection, queue.oldest),
      options.sweepEveryMs ?? SWEEP_EVERY_MS,
    );
    reporting.unref();
    try {
      while (!queue.closed) {
        const found = await waiting().sort({ 'outbox.at': 1 }).limit(SWEEP_PAGE).toArray();
        await queue.publishAll(found.map(({ _id, outbox }) => ({ id: _id, outbox: outbox as OutboxRecord[] })));
        if (found.length > 0)
          host.log.info({ collection, documents: found.length }, 'published events that were left behind');
        if (found.length < SWEEP_PAGE) return;
      }
    } finally {
      clearInterval(reporting);
    }
  });
}

function reportAge({ now }: Host, collection: string, oldest: Date | undefined): void {
  const waitedMs = oldest === undefined ? 0 : now().getTime() - oldest.getTime();
  gauge('gx.outbox.oldest_age', Math.max(0, waitedMs / 1_000), { 'db.collection.name': collection });
}
