import type { Id } from '@gx/core';
import type { Busy, QueueKey } from '../domain/delivery.ts';
import type { DueDelivery } from '../store/attempts.ts';
import { Backoff } from './backoff.ts';
import { type Bound, enter, leave, type Occupancy, restFor, unstall } from './bound.ts';
import { type EndpointQueue, endpointQueue, keyOf } from './endpoint-queue.ts';
import type { AttemptResult } from './make-attempt.ts';
import type { QueueOptions } from './queue-options.ts';

const REMEMBERED_MAX = 10_000;

/**
 * Runs attempts with bounds for the queue, for each account, host and endpoint, in turn among the endpoints
 * that have work. An endpoint that hangs or fails keeps fewer and fewer places and never those of another; an
 * account that has very many of them never keeps all.
 */
export class DeliveryQueue {
  readonly #options: QueueOptions;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #origins = new Map<string, Bound<EndpointQueue>>();
  readonly #accounts = new Map<string, Bound<EndpointQueue>>();
  /** Endpoints that may have something to start; the first in the set is next in turn. */
  readonly #ready = new Set<EndpointQueue>();
  readonly #known = new Set<string>();
  readonly #remembered = new Map<string, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #backoff = new Backoff(() => this.#pump());
  #waiting = 0;
  #stopped = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Takes what it does not have yet, as far as there is room, and answers what it leaves. */
  offer(deliveries: readonly DueDelivery[]): DueDelivery[] {
    if (this.#stopped) return [...deliveries];
    const left: DueDelivery[] = [];
    for (const delivery of deliveries) {
      if (this.#known.has(delivery.id)) continue;
      const full = this.#fullFor(delivery);
      if (full !== undefined) {
        full.refusedSome = true;
        left.push(delivery);
        continue;
      }
      const queue = this.#queueOf(delivery);
      this.#known.add(delivery.id);
      queue.waiting.push(delivery);
      this.#count(queue, 1);
      this.#ready.add(queue);
    }
    this.#pump();
    return left;
  }

  /** Whether one more could wait here. */
  hasRoom = (queueKey: QueueKey): boolean => !this.#stopped && this.#fullFor(queueKey) === undefined;

  /** Whether anything waits here for its endpoint, or for the queue itself. */
  hasWaiting = (queueKey: QueueKey): boolean =>
    this.#attempts.size >= this.#options.inFlightMax || (this.#queues.get(keyOf(queueKey))?.waiting.length ?? 0) > 0;
  isIdle = (): boolean => this.#queues.size === 0;

  /** What has no room for it: the queue itself, its account or its endpoint. */
  #fullFor(queueKey: QueueKey): { refusedSome: boolean } | undefined {
    const { waitingMax, waitingPerAccountMax, waitingPerEndpointMax } = this.#options;
    if (this.#waiting >= waitingMax) return { refusedSome: true };
    const account = this.#accounts.get(queueKey.tenant.accountId);
    if (account !== undefined && account.waiting >= waitingPerAccountMax) return account;
    const queue = this.#queues.get(keyOf(queueKey));
    return queue !== undefined && queue.waiting.length >= waitingPerEndpointMax ? queue : undefined;
  }

  /** Lets go of what waits for an endpoint, wherever it was, and answers it. */
  forget(endpointId: string): DueDelivery[] {
    return [...this.#queues.values()]
      .filter(({ queueKey }) => queueKey.endpointId === endpointId)
      .flatMap((queue) => {
        const { waiting } = queue;
        for (const { id } of waiting) this.#known.delete(id);
        this.#count(queue, -waiting.length);
        queue.waiting = [];
        this.#drained(queue);
        return waiting;
      });
  }

  get room(): number {
    return this.#stopped ? 0 : this.#options.waitingMax - this.#waiting;
  }

  /**
   * Whether what is due has to wait for its own endpoint, host or account, and not for us; also while it is
   * being sent.
   */
  isThrottled(delivery: DueDelivery): boolean {
    const queue = this.#queues.get(keyOf(delivery));
    if (queue !== undefined) return this.#isFull(queue) || this.#isInTurn(queue, delivery);
    const bounds = [this.#origins.get(delivery.origin), this.#accounts.get(delivery.tenant.accountId)];
    return bounds.some((bound) => bound !== undefined && this.#isAtLimit(bound));
  }

  /**
   * When the oldest was due of those that wait here: for the queue itself, and for their own endpoint, host
   * or account.
   */
  oldest(): { readonly due: Date | undefined; readonly throttled: Date | undefined } {
    let due: Date | undefined;
    let throttled: Date | undefined;
    for (const queue of this.#queues.values()) {
      const isFull = this.#isFull(queue);
      for (const delivery of queue.waiting) {
        if (isFull || this.#isInTurn(queue, delivery)) throttled = earlier(throttled, delivery.dueAt);
        else due = earlier(due, delivery.dueAt);
      }
    }
    return { due, throttled };
  }

  #isFull = (queue: EndpointQueue): boolean =>
    (queue.running.size >= queue.limit && this.#isFresh(queue)) || queue.bounds.some(this.#isAtLimit);
  #isAtLimit = (bound: Bound<EndpointQueue>): boolean =>
    bound.isResting || (bound.inFlight >= bound.max && this.#isFresh(bound));
  #isInTurn = (queue: EndpointQueue, delivery: DueDelivery): boolean =>
    queue.running.has(this.#orderKey(delivery)) && this.#isFresh(queue);
  #isFresh = ({ beganAt, isOurFault }: Occupancy): boolean =>
    !isOurFault && performance.now() - beganAt < this.#options.attemptMsMax;

  /**
   * Queues and accounts that cannot take more now; asking the database for theirs would only hide what others
   * have.
   */
  busy(): Busy {
    const { waitingPerEndpointMax, waitingPerAccountMax } = this.#options;
    const queues = [...this.#queues.values()].filter(({ waiting }) => waiting.length >= waitingPerEndpointMax);
    const accounts = [...this.#accounts.values()].filter(({ waiting }) => waiting >= waitingPerAccountMax);
    for (const full of [...queues, ...accounts]) full.refusedSome = true;
    return {
      queues: queues.map(({ queueKey }) => queueKey),
      accounts: accounts.map(({ name }) => name as Id<'account'>),
    };
  }

  /** Starts no more attempts; answers what waited, once those under way have ended. */
  async stop(): Promise<DueDelivery[]> {
    this.#stopped = true;
    this.#backoff.stop();
    await this.settled();
    return [...this.#queues.values()].flatMap(({ waiting }) => waiting);
  }

  async settled(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
  }

  #pump(): void {
    // A queue that started something goes to the end of the set, where this same loop meets it again.
    for (const queue of this.#ready) {
      if (this.#stopped || this.#backoff.isOn || this.#attempts.size >= this.#options.inFlightMax) return;
      this.#ready.delete(queue);
      if (this.#startNext(queue)) this.#ready.add(queue);
    }
  }

  #startNext(queue: EndpointQueue): boolean {
    if (queue.running.size >= queue.limit) return false;
    const index = queue.waiting.findIndex((delivery) => !queue.running.has(this.#orderKey(delivery)));
    if (index === -1) return false;
    const full = queue.bounds.find((bound) => bound.inFlight >= bound.max || bound.isResting) ?? this.#turnless(queue);
    if (full !== undefined) {
      full.stalled.add(queue);
      return false;
    }
    const [delivery] = queue.waiting.splice(index, 1) as [DueDelivery];
    this.#count(queue, -1);
    queue.beganAt = performance.now();
    for (const bound of queue.bounds) {
      bound.inFlight += 1;
      bound.beganAt = queue.beganAt;
    }
    queue.running.add(this.#orderKey(delivery));
    let isOver = false;
    const over = (verdict: AttemptResult): void => {
      if (!isOver) this.#finish(queue, delivery, verdict);
      isOver = true;
    };
    const answered = (verdict: AttemptResult): void => {
      over(verdict);
      this.#pump();
    };
    const attempt = this.#options.attempt(delivery, answered).then(over);
    this.#attempts.add(attempt);
    void attempt.then(() => {
      this.#attempts.delete(attempt);
      this.#pump();
    });
    return true;
  }

  /** Takes a turn at the host; answers the host if it has none left, and rests there until it has. */
  #turnless({ origin, hostname }: EndpointQueue): Bound<EndpointQueue> | undefined {
    const waitMs = this.#options.turns.take(hostname);
    if (waitMs === 0) return undefined;
    restFor(origin, waitMs, (stalled) => {
      for (const queue of stalled) this.#ready.add(queue);
      this.#pump();
    });
    return origin;
  }

  #finish(queue: EndpointQueue, delivery: DueDelivery, verdict: AttemptResult): void {
    const { max } = this.#options.perEndpoint;
    if (verdict === 'good') queue.limit = Math.min(max, queue.limit + 1);
    if (verdict === 'bad') queue.limit = Math.max(1, Math.floor(queue.limit / 2));
    // The host was not called, then.
    if (verdict !== 'good' && verdict !== 'bad') this.#options.turns.restore(queue.hostname);
    if (verdict === 'refused') this.#backoff.failed();
    else if (verdict !== 'fault') this.#backoff.succeeded();
    this.#known.delete(delivery.id);
    queue.running.delete(this.#orderKey(delivery));
    queue.isOurFault = verdict === 'fault' || verdict === 'refused';
    for (const bound of queue.bounds) {
      bound.isOurFault = queue.isOurFault;
      bound.inFlight -= 1;
      // Who waited for the host, or for the account, comes before who just had a place there.
      for (const stalled of unstall(bound)) this.#ready.add(stalled);
    }
    this.#ready.delete(queue);
    this.#ready.add(queue);
    if (queue.waiting.length === 0) this.#drained(queue);
  }

  #drained(queue: EndpointQueue): void {
    this.#notifyRoom(queue);
    if (queue.running.size > 0) return;
    this.#ready.delete(queue);
    this.#queues.delete(queue.key);
    this.#remember(queue);
    leave(this.#origins, queue.origin);
    leave(this.#accounts, queue.account);
  }

  /**
   * So many more wait in a queue. Who was refused is asked for again when half of the room is free, so that
   * nobody runs dry meanwhile.
   */
  #count(queue: EndpointQueue, more: number): void {
    const { account } = queue;
    this.#waiting += more;
    account.waiting += more;
    if (2 * account.waiting <= this.#options.waitingPerAccountMax) this.#notifyRoom(account);
    if (more < 0 && 2 * queue.waiting.length <= this.#options.waitingPerEndpointMax) this.#notifyRoom(queue);
  }

  #notifyRoom(full: { refusedSome: boolean }): void {
    if (!full.refusedSome) return;
    full.refusedSome = false;
    this.#options.onRoom();
  }

  /** How an endpoint behaved outlives its queue, as long as it is not the ordinary way. */
  #remember({ key, limit }: EndpointQueue): void {
    this.#remembered.delete(key);
    if (limit < this.#options.perEndpoint.start) this.#remembered.set(key, limit);
    if (this.#remembered.size > REMEMBERED_MAX) this.#remembered.delete(this.#remembered.keys().next().value ?? '');
  }

  #queueOf(queueKey: QueueKey): EndpointQueue {
    const key = keyOf(queueKey);
    const existing = this.#queues.get(key);
    if (existing !== undefined) return existing;
    const { perOriginMax, perAccountMax, perEndpoint } = this.#options;
    const origin = enter(this.#origins, queueKey.origin, perOriginMax);
    const account = enter(this.#accounts, queueKey.tenant.accountId, perAccountMax);
    const limit = this.#remembered.get(key) ?? perEndpoint.start;
    const queue = endpointQueue(queueKey, { origin, account, limit });
    this.#queues.set(key, queue);
    return queue;
  }

  #orderKey = ({ id, subjectId }: DueDelivery): string => (this.#options.ordered ? subjectId : id);
}

const earlier = (one: Date | undefined, other: Date): Date => (one !== undefined && one <= other ? one : other);
