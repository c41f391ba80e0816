import type { EachBatchPayload } from '@gx/runtime/kafkajs';
import { type Batch, type BusRecord, payloadOf } from './bus-payload.ts';
import type { Tampering } from './tampering.ts';

type Message = Omit<BusRecord, 'topic' | 'partition' | 'offset' | 'position' | 'lost'>;
/** How deliveries come about; what a broker leaves open is decided here. */
export type BusRandom = {
  /** How many of the waiting messages come in one batch. */
  readonly batchSize: (waiting: number) => number;
  /** True to bring a batch again although it was applied, as after a rebalance. */
  readonly again: (batch: Batch) => boolean;
  /** How long a batch is kept back, so that topics and groups overtake each other. */
  readonly delayMs: (batch: Batch) => number;
  /** True to lose a message after its sender was told that it is there. Absent: none is. */
  readonly loses?: (message: Pick<BusRecord, 'topic' | 'headers'>) => boolean;
};
export type BusFlaws = NonNullable<Tampering['bus']>;
export type BusOptions = {
  readonly random: () => BusRandom;
  /** What is planted at the moment. */
  readonly flaws?: () => BusFlaws;
  /** Told when a delivery begins and ends. */
  readonly onTraffic: (delta: 1 | -1) => void;
};
export type Member = {
  readonly alive: () => boolean;
  readonly death: Promise<void>;
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
};
type Partition = { readonly index: number; first: number; records: BusRecord[] };
type Seat = { committed: number; delivered: number; owner: Member | undefined; generation: number; busy: boolean };
type Group = { readonly name: string; readonly topic: string; readonly members: Member[]; readonly seats: Seat[] };

const PARTITIONS = 3;
/** Far from any number that could be confused with a count. */
const FIRST_OFFSET = 100;

/**
 * A broker in memory for the instances of one sandbox: keyed partitions, groups whose partitions are shared
 * out among living members, offsets that count once they are committed. A member that dies leaves everything
 * since its last commit to the others; one that lost a partition while it works may finish its batch, but not
 * commit it.
 */
export class Bus {
  readonly #topics = new Map<string, readonly Partition[]>();
  readonly #groups: Group[] = [];
  readonly #random: () => BusRandom;
  readonly #flaws: () => BusFlaws;
  readonly #onTraffic: (delta: 1 | -1) => void;
  #appended = 0;

  constructor({ random, flaws = () => ({}), onTraffic }: BusOptions) {
    this.#random = random;
    this.#flaws = flaws;
    this.#onTraffic = onTraffic;
  }

  get flaws(): BusFlaws {
    return this.#flaws();
  }

  append(topic: string, messages: readonly Message[]): void {
    for (const message of messages) {
      const partition = this.#partitionOf(topic, message.key);
      const offset = partition.first + partition.records.length;
      this.#appended += 1;
      const sent = { topic, headers: message.headers };
      const lost = this.#random().loses?.(sent) === true || this.flaws.loses?.(sent) === true;
      partition.records.push({ ...message, topic, partition: partition.index, offset, position: this.#appended, lost });
    }
    for (const group of this.#groups) if (group.topic === topic) this.#wake(group);
  }

  /** Everything that was published and not forgotten, in the order in which it came. */
  records(topic: string): readonly BusRecord[] {
    return this.#partitions(topic)
      .flatMap(({ records }) => records)
      .toSorted((a, b) => a.position - b.position);
  }

  topics(): readonly string[] {
    return [...this.#topics.keys()];
  }

  /** Drops what every group has applied; nothing of it comes again. */
  forget(): void {
    if (!this.drained()) throw new Error('a group still has something to apply');
    for (const [topic, partitions] of this.#topics) {
      for (const partition of partitions) {
        partition.first += partition.records.length;
        partition.records = [];
        for (const group of this.#groups.filter((one) => one.topic === topic))
          Object.assign(group.seats[partition.index] as Seat, {
            committed: partition.first,
            delivered: partition.first,
          });
      }
    }
  }

  /** Whether each group has applied all there is. */
  drained(): boolean {
    return this.#groups.every((group) =>
      group.seats.every((seat, index) => !seat.busy && seat.delivered === this.#end(group.topic, index)),
    );
  }

  /** Whether what was applied is committed too, so that none of it comes again. */
  committed(): boolean {
    return this.#groups.every(({ seats }) => seats.every(({ committed, delivered }) => committed === delivered));
  }

  join(name: string, topic: string, member: Member): void {
    const group = this.#groupOf(name, topic);
    group.members.push(member);
    this.#shareOut(group);
  }

  leave(name: string, topic: string, member: Member): void {
    const group = this.#groupOf(name, topic);
    const index = group.members.indexOf(member);
    if (index === -1) return;
    group.members.splice(index, 1);
    this.#shareOut(group);
  }

  /**
   * Takes every partition of a group from its owner and gives it to the next member, whatever the owner is
   * doing.
   */
  rebalance(name: string): void {
    for (const group of this.#groups.filter((one) => one.name === name)) {
      const first = group.members.shift();
      if (first !== undefined) group.members.push(first);
      this.#shareOut(group);
    }
  }

  groups(): readonly string[] {
    return [...new Set(this.#groups.map(({ name }) => name))];
  }

  commit(name: string, topic: string, partition: number, offset: number, member: Member): void {
    const seat = this.#groupOf(name, topic).seats[partition];
    if (seat?.owner !== member) throw new Error('the member is not part of the active group');
    seat.committed = this.#pastLost(topic, partition, Math.max(seat.committed, offset));
  }

  #partitions(topic: string): readonly Partition[] {
    const known = this.#topics.get(topic);
    if (known !== undefined) return known;
    const made = Array.from(
      { length: PARTITIONS },
      (_, index): Partition => ({ index, first: FIRST_OFFSET, records: [] }),
    );
    this.#topics.set(topic, made);
    return made;
  }

  #partitionOf(topic: string, key: string): Partition {
    let sum = this.flaws.scatters ? this.#appended : 0;
    for (let index = 0; index < key.length; index += 1) sum = (sum * 31 + key.charCodeAt(index)) % 9_973;
    return this.#partitions(topic)[sum % PARTITIONS] as Partition;
  }

  /** The next offset that there is anything to bring at. */
  #pastLost(topic: string, partition: number, offset: number): number {
    const { first, records } = this.#partitions(topic)[partition] as Partition;
    const next = records.findIndex((record) => record.offset >= offset && !record.lost);
    return next === -1 ? first + records.length : first + next;
  }

  #end(topic: string, partition: number): number {
    const { first, records } = this.#partitions(topic)[partition] as Partition;
    return first + records.length;
  }

  #groupOf(name: string, topic: string): Group {
    const known = this.#groups.find((group) => group.name === name && group.topic === topic);
    if (known !== undefined) return known;
    const seats = this.#partitions(topic).map(
      ({ first }): Seat => ({ committed: first, delivered: first, owner: undefined, generation: 0, busy: false }),
    );
    const made: Group = { name, topic, members: [], seats };
    this.#groups.push(made);
    return made;
  }

  #shareOut(group: Group): void {
    for (const [index, seat] of group.seats.entries()) {
      const owner = group.members[index % Math.max(group.members.length, 1)];
      if (owner === seat.owner) continue;
      seat.owner = owner;
      seat.generation += 1;
      seat.busy = false;
      // What was not committed comes again, to the member that has the partition now.
      seat.delivered = seat.committed;
    }
    this.#wake(group);
  }

  #wake(group: Group): void {
    for (const [index, seat] of group.seats.entries()) {
      if (!seat.busy && seat.owner !== undefined && seat.delivered < this.#end(group.topic, index)) {
        seat.busy = true;
        void this.#deliver(group, index, seat);
      }
    }
  }

  async #deliver(group: Group, index: number, seat: Seat): Promise<void> {
    const { owner, generation } = seat;
    const mine = (): boolean => seat.generation === generation;
    const batch: Batch = { group: group.name, topic: group.topic, partition: index };
    this.#onTraffic(1);
    try {
      const delayMs = this.#random().delayMs(batch);
      if (delayMs > 0) await pause(delayMs);
      const { first, records: all } = this.#partitions(group.topic)[index] as Partition;
      if (mine()) this.#skipLost(group, index, seat);
      const waiting = all.slice(seat.delivered - first);
      const lost = waiting.findIndex((record) => record.lost);
      const records = waiting.slice(0, lost === -1 ? undefined : lost);
      if (!mine() || owner === undefined || !owner.alive() || records.length === 0) return;
      const handedOut = records.slice(
        0,
        Math.max(1, Math.min(records.length, this.#random().batchSize(records.length))),
      );
      if (this.flaws.commitsOnDelivery) seat.committed = (handedOut.at(-1)?.offset ?? 0) + 1;
      const { payload, outcome } = payloadOf(batch, handedOut, { mine, heartbeat: () => this.#beat(owner) });
      await Promise.race([owner.eachBatch(payload).catch(() => 'its own log has it'), owner.death]);
      if (outcome.pausedUntil !== undefined) await Promise.race([outcome.pausedUntil, owner.death]);
      if (!mine() || outcome.resolved === undefined) return;
      if (!this.#random().again(batch)) seat.delivered = outcome.resolved + 1;
    } finally {
      this.#onTraffic(-1);
      if (mine()) {
        seat.busy = false;
        setImmediate(() => this.#wake(group));
      }
    }
  }

  /** What was lost is nobody's to commit. */
  #skipLost({ topic }: Group, index: number, seat: Seat): void {
    const next = this.#pastLost(topic, index, seat.delivered);
    if (seat.committed === seat.delivered) seat.committed = next;
    seat.delivered = next;
  }

  #beat(owner: Member): Promise<void> {
    return owner.alive() ? Promise.resolve() : new Promise(() => undefined);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
