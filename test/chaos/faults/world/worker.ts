import type { FaultHook } from '@gx/runtime';
import { Bus, faultHookOf, type Instance, instance, switchboard, type Tampering } from '@gx/testkit/faults';
import type mongoose from 'mongoose';
import { ageDead, FORGOTTEN_MS, GONE_MS } from './age.ts';
import type { WorldBank, WorldBankClient } from './bank.ts';
import { openAccountAtBank } from './bank-account.ts';
import type { Doors } from './doors.ts';
import { type Edge, openEdge } from './edge.ts';
import { emptyBooks, endTransactions } from './empty-books.ts';
import { CALM, type Fate } from './fate.ts';
import { type GatewayClients, gatewayClients } from './gateway-clients.ts';
import { lookUntil } from './idle-timeout.ts';
import { Instances } from './instances.ts';
import { launch, type RunningInstance } from './launch.ts';
import { logIn } from './operator.ts';
import { hasTransactions, SERVICES_OF_A_SANDBOX, type Service, WITH_TRANSACTIONS } from './services.ts';
import { Traffic } from './traffic.ts';

/** What all workers of a process share. */
export type TestEnvironment = {
  readonly bank: WorldBank;
  readonly doors: Doors;
  /** For looking and for letting time pass, never for the services. */
  readonly mongo: mongoose.mongo.MongoClient;
};
export type Replicas = Partial<Record<Service, number>>;
export type WorkerOptions = {
  readonly name: string;
  readonly replicas?: Replicas;
};
const LOOK_FOR_LOCKS_EVERY_MS = 150;
/** Full collections make every look longer, emptying them costs as much as a small schedule. */
const EMPTIED_EVERY = 8;

/**
 * One world of its own: every service in one or more replicas on databases of the worker's, a bus, a gateway,
 * a bank client. It plays one schedule at a time; its instances live on from schedule to schedule until one
 * kills them.
 */
export class Worker {
  readonly name: string;
  readonly environment: TestEnvironment;
  bus: Bus;
  fate: Fate = CALM;
  /** What is planted at the moment. */
  tampering: Tampering = {};
  remembersKeys = false;
  edges: readonly Edge[] = [];
  deaths = 0;
  bankClient: WorldBankClient = { clientId: '', clientSecret: '', pixKey: '' };
  /** The clients of a gateway that nothing kills; what goes wrong on its way out is part of the plan. */
  readonly gateway: GatewayClients;
  readonly #options: WorkerOptions;
  readonly #instances: Instances;
  readonly #board = switchboard((name) => this.#addressOf(name));
  /** Instances that were born and have not died, those included that still start. */
  readonly #living = new Set<string>();
  readonly #traffic = new Traffic();
  /** Of those that have transactions: only their calls wait for locks. */
  readonly #inTransactions = new Traffic();
  #lockTimer: NodeJS.Timeout | undefined;
  #freeing: Promise<void> = Promise.resolve();
  #isStopped = false;
  #login: Promise<string> | undefined;
  #started = 0;
  #played = 0;

  constructor(environment: TestEnvironment, options: WorkerOptions) {
    this.environment = environment;
    this.name = options.name;
    this.#options = options;
    this.bus = this.#newBus();
    this.#instances = new Instances({
      launch: (service) => this.#launch(service),
      onReplaced: async (dead) => {
        if (!hasTransactions(dead.service)) return;
        await dead.silence();
        await this.freeLocks();
      },
    });
    this.gateway = gatewayClients(this.faultHook(this.#gatewayInstance()));
  }

  async start(): Promise<void> {
    for (const service of SERVICES_OF_A_SANDBOX) {
      const count = this.#options.replicas?.[service] ?? 1;
      for (let replica = 0; replica < count; replica += 1) await this.#instances.hire(service);
    }
    this.bankClient = await openAccountAtBank(this);
    this.edges = [await openEdge(this, this.#gatewayInstance()), await openEdge(this, this.#gatewayInstance())];
    this.#lookForLocks();
  }

  /** A login of the worker's merchant, made when it is first needed: a password takes long on purpose. */
  accessToken(): Promise<string> {
    this.#login ??= logIn(this, CALM);
    return this.#login;
  }

  get running(): readonly RunningInstance[] {
    return this.#instances.running;
  }

  database(service: Service | 'bank'): mongoose.mongo.Db {
    return this.environment.mongo.db(service === 'bank' ? this.environment.bank.database : `${this.name}_${service}`);
  }

  /** Starts a fresh instance in the place of each dead one; how many there were. */
  revive(): Promise<number> {
    return this.#instances.revive();
  }

  /**
   * An instance that dies or is cut off inside a transaction leaves locks until they are ended, seconds
   * later. Nobody here lets time pass while somebody waits for the locks, so it is done at once; and again
   * whenever time passes, since what was to end them may have met a fault too.
   */
  async freeLocks(goneMs = GONE_MS): Promise<void> {
    await Promise.all(WITH_TRANSACTIONS.map((service) => ageDead(this, service, [...this.#living], goneMs)));
    await Promise.all(
      this.running.flatMap(({ service, alive, jobs }) =>
        hasTransactions(service) && alive() ? [jobs.run('keep registry')] : [],
      ),
    );
  }

  /** The job that was to free them may have met a fault as well. */
  async #freeLocksWhenStuck(): Promise<void> {
    if (this.#inTransactions.seemsStuck()) await this.freeLocks();
    if (!this.#isStopped) this.#lookForLocks();
  }

  #lookForLocks(): void {
    this.#lockTimer = setTimeout(() => {
      this.#freeing = this.#freeLocksWhenStuck();
    }, LOOK_FOR_LOCKS_EVERY_MS);
  }

  /** Starts every instance afresh: none of them knows anything yet, nor has one that died to bury. */
  async renew(): Promise<void> {
    this.deaths -= this.#instances.killAll();
    await this.revive();
    await this.freeLocks(FORGOTTEN_MS);
  }

  /** Forgets all but the bank account, whatever is going on: new instances and broker, empty books. */
  async reset(sinks: readonly string[] = []): Promise<void> {
    this.fate = CALM;
    this.deaths -= this.#instances.killAll();
    for (const path of sinks) this.environment.doors.forget(path);
    this.#traffic.expectNothing();
    this.bus = this.#newBus();
    // An instance that waits for a lock falls silent once nobody has locks.
    await endTransactions(this);
    await Promise.all(this.running.map(({ silence }) => silence()));
    await endTransactions(this);
    // An instance that was being started meanwhile knows the broker that was.
    await this.#instances.started();
    this.deaths -= this.#instances.killAll();
    await emptyBooks(this);
    await this.revive();
  }

  /** Resolves when nobody has anything to do but to wait for the clock; a dead instance is started again. */
  quiet(): Promise<boolean> {
    return this.waitFor(() => false);
  }

  /** Waits for something; false when the worker went quiet without it, `IdleTimeout` when it does neither. */
  waitFor(isThere: () => boolean): Promise<boolean> {
    return lookUntil(async () => {
      if (isThere()) return true;
      await this.revive();
      return this.#isQuiet() ? false : undefined;
    });
  }

  /** Quiet, and nothing left that was put off for a moment: what was published is out of its documents. */
  async settle(untilCommitted = false): Promise<void> {
    await this.quiet();
    await Promise.all(this.running.map(({ flush }) => flush()));
    if (untilCommitted) await this.#untilCommitted();
    await this.quiet();
  }

  /** Offsets are committed by the clock, twice a second. */
  async #untilCommitted(): Promise<void> {
    await lookUntil(async () => {
      if (this.bus.committed()) return true;
      await this.revive();
      return undefined;
    });
  }

  #isQuiet(): boolean {
    const idle = this.running.every(({ alive, jobs }) => alive() && jobs.idle());
    return idle && this.#traffic.isQuiet() && this.bus.drained();
  }

  every(service: Service): readonly RunningInstance[] {
    return this.#instances.living.filter((one) => one.service === service);
  }

  /** Runs one job on one replica, as its clock would. */
  async runJob(service: Service, name: string): Promise<void> {
    const living = this.every(service);
    await living[this.fate.replica(living.length)]?.jobs.run(name);
  }

  /** A callback is on its way: until one was taken, or this one will not come, the worker is not quiet. */
  expectCallback(): void {
    this.#traffic.expectCallback();
  }

  callbackTaken(): void {
    this.#traffic.callbackTaken();
  }

  /** Ends a schedule: what was published is forgotten, and every few schedules all books are emptied. */
  async endSchedule(sinks: readonly string[]): Promise<void> {
    this.fate = CALM;
    await this.quiet();
    this.#demandNobodyForgotten();
    // Nobody who died in this schedule is anything to the next one.
    await this.freeLocks(FORGOTTEN_MS);
    for (const path of sinks) this.environment.doors.forget(path);
    this.bus.forget();
    this.#played += 1;
    if (this.#played % EMPTIED_EVERY === 0) await emptyBooks(this);
  }

  /** A forgotten instance would hold connections and partitions until the end of the run. */
  #demandNobodyForgotten(): void {
    const places = this.running.length;
    if (this.#living.size > places) throw new Error(`${this.#living.size} instances live in ${places} places`);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#lockTimer);
    this.fate = CALM;
    this.#instances.killAll();
    await this.#freeing;
    await Promise.all(this.edges.map(({ host }) => host.stop()));
    await Promise.all(SERVICES_OF_A_SANDBOX.map((service) => this.database(service).dropDatabase()));
  }

  #addressOf(name: string): string | undefined {
    const living = this.#instances.living.filter(({ service }) => service === name);
    return living[this.fate.replica(living.length)]?.port.toString().replace(/^/, '127.0.0.1:');
  }

  faultHook(owner: Instance): FaultHook {
    return faultHookOf(owner, { bus: this.bus, switchboard: this.#board, tampering: () => this.tampering });
  }

  #newBus(): Bus {
    const flaws = () => this.tampering.bus ?? {};
    return new Bus({ random: () => this.fate.bus, flaws, onTraffic: this.#traffic.count });
  }

  #launch(service: Service): Promise<RunningInstance> {
    const onDeath = (name: string): void => {
      this.deaths += 1;
      this.#living.delete(name);
    };
    const name = (): string => {
      this.#started += 1;
      const given = `${service}-${this.#started}`;
      this.#living.add(given);
      return given;
    };
    const onTraffic = (delta: 1 | -1): void => {
      this.#traffic.count(delta);
      if (hasTransactions(service)) this.#inTransactions.count(delta);
    };
    return launch(this, service, { name, onTraffic, onDeath });
  }

  #gatewayInstance(): Instance {
    return instance({
      service: 'gateway',
      name: 'gateway',
      plan: () => this.fate.plan,
      onTraffic: this.#traffic.count,
      onDeath: () => undefined,
    });
  }
}
