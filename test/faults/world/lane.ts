import { SERVICES } from '@gx/contracts';
import { type Client, grpcClient, type Seam } from '@gx/runtime';
import {
  Bus,
  type BusDice,
  type FaultPlan,
  type Instance,
  type InstanceHost,
  instance,
  instanceHost,
  NO_FAULTS,
  seamOf,
  switchboard,
  type Tampering,
} from '@gx/testkit/faults';
import type mongoose from 'mongoose';
import type { Bank, BankClient } from './bank.ts';
import type { Doors } from './doors.ts';
import { type Edge, openEdge } from './edge.ts';
import { environmentOf, SERVICES_OF_A_WORLD, type Service, STARTERS } from './services.ts';

/** What all lanes of a process share. */
export type Ground = {
  readonly bank: Bank;
  readonly doors: Doors;
  /** For looking and for letting time pass, never for the services. */
  readonly mongo: mongoose.mongo.MongoClient;
};
export type Running = Instance & {
  readonly host: InstanceHost;
  readonly port: number;
  readonly flush: () => Promise<void>;
};
type Slot = { readonly service: Service; readonly index: number; running: Running };
export type Replicas = Partial<Record<Service, number>>;
export type LaneOptions = {
  readonly name: string;
  readonly replicas?: Replicas;
};
/** What decides for a schedule; between schedules nothing goes wrong. */
export type Fate = {
  readonly plan: FaultPlan;
  readonly bus: BusDice;
  /** Which of so many living replicas takes the next call. */
  readonly replica: (count: number) => number;
};

export const CALM: Fate = {
  plan: NO_FAULTS,
  bus: { batchSize: (waiting) => waiting, again: () => false, delayMs: () => 0 },
  replica: () => 0,
};

type Gateway = {
  readonly charge: Client<typeof SERVICES.charge>;
  readonly ledger: Client<typeof SERVICES.ledger>;
  readonly refund: Client<typeof SERVICES.refund>;
  readonly webhooks: Client<typeof SERVICES.webhooks>;
  readonly keys: Client<typeof SERVICES.keys>;
};

/** What schedules leave; what is not listed is the lane's own: bank profile, leases, replicas. */
// biome-ignore format: one row per service, read as a table
const LEFT_BY_SCHEDULES: Readonly<Record<Service, readonly string[]>> = {
  charge:   ['charges', 'bank_notices', 'strays', 'velocity_accounts', 'velocity_customers'],
  ledger:   ['journal_entries', 'wallets', 'tranches', 'holds'],
  refund:   ['refunds', 'refundables'],
  webhooks: ['deliveries', 'endpoints'],
  keys:     ['api_keys', 'audit_events'],
};

/** What the bank keeps of a client's business: money that is found there again would be money of no charge. */
const BANKS_BOOKS = ['cobs', 'pix', 'pix_out', 'callbacks'] as const;

/** So long without any call the lane has nothing left to do: above every pause with which the product gathers its writes. */
const QUIET_MS = 25;
/** Full collections make every look longer, emptying them costs as much as a small schedule. */
const EMPTIED_EVERY = 8;
const LOOK_EVERY_MS = 8;
/** Instances' clocks run behind the one that recovers, so that what they leave is old at once. */
const SKEW_MS = -10_000;

/**
 * One world of its own: every service in one or more replicas on databases of the lane's, a bus, a gateway, a bank client. It plays
 * one schedule at a time; its instances live on from schedule to schedule until one kills them.
 */
export class Lane {
  readonly name: string;
  readonly ground: Ground;
  bus: Bus;
  fate: Fate = CALM;
  /** What is planted at the moment. */
  tampering: Tampering = {};
  remembersKeys = false;
  edges: readonly Edge[] = [];
  deaths = 0;
  bankClient: BankClient = { clientId: '', clientSecret: '', pixKey: '' };
  /** The clients of a gateway that nothing kills; what goes wrong on its way out is part of the plan. */
  readonly gateway: Gateway;
  readonly #options: LaneOptions;
  readonly #slots: Slot[] = [];
  readonly #board = switchboard((name) => this.#addressOf(name));
  readonly #expected: (() => void)[] = [];
  #traffic = 0;
  #changedAt = 0;
  #login: Promise<string> | undefined;
  #started = 0;
  #played = 0;

  constructor(ground: Ground, options: LaneOptions) {
    this.ground = ground;
    this.name = options.name;
    this.#options = options;
    this.bus = this.#newBus();
    this.gateway = this.#connectGateway();
  }

  async start(): Promise<void> {
    for (const service of SERVICES_OF_A_WORLD) {
      const count = this.#options.replicas?.[service] ?? 1;
      for (let index = 0; index < count; index += 1) {
        this.#slots.push({ service, index, running: await this.#launch(service) });
      }
    }
    await this.#openAccountAtBank();
    this.edges = [await openEdge(this, this.#gatewayInstance()), await openEdge(this, this.#gatewayInstance())];
  }

  /** A login of the lane's own merchant, whose keys are rotated. Made when it is first needed: a password takes long on purpose. */
  accessToken(): Promise<string> {
    this.#login ??= this.#logIn();
    return this.#login;
  }

  async #logIn(): Promise<string> {
    const user = { email: `${this.name}@example.com`, password: 'a password of the tests' };
    const { keys } = this.gateway;
    const { fate } = this;
    // Not part of any schedule: nothing goes wrong here.
    this.fate = CALM;
    await keys.createAccount({ requestId: 'operator' }, { name: 'Loja de Teste', userName: 'Ana', ...user });
    const { accessToken } = await keys.login({ requestId: 'operator' }, user);
    this.fate = fate;
    return accessToken;
  }

  get running(): readonly Running[] {
    return this.#slots.map(({ running }) => running);
  }

  database(service: Service | 'bank'): mongoose.mongo.Db {
    return this.ground.mongo.db(service === 'bank' ? this.ground.bank.database : `${this.name}_${service}`);
  }

  /** Starts a fresh instance in the place of each dead one; how many there were. */
  async revive(): Promise<number> {
    const dead = this.#slots.filter(({ running }) => !running.alive());
    await Promise.all(
      dead.map(async (slot) => {
        slot.running = await this.#launch(slot.service);
      }),
    );
    return dead.length;
  }

  /** Starts every instance afresh: none of them knows anything yet. */
  async renew(): Promise<void> {
    for (const { running } of this.#slots) running.kill();
    this.deaths -= this.#slots.length;
    await this.revive();
  }

  /** Resolves when nobody has anything left to do but to wait for the clock; whoever died meanwhile is started again. */
  quiet(): Promise<boolean> {
    return this.waitFor(() => false);
  }

  /** Waits for something; false when the lane went quiet without it. */
  async waitFor(isThere: () => boolean): Promise<boolean> {
    for (;;) {
      if (isThere()) return true;
      await this.revive();
      if (this.#isQuiet()) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Quiet, and nothing left that was put off for a moment: what was published is out of its documents. */
  async settle(): Promise<void> {
    await this.quiet();
    await Promise.all(this.running.map(({ flush }) => flush()));
    await this.quiet();
  }

  #isQuiet(): boolean {
    const idle = this.running.every(({ alive, jobs }) => alive() && jobs.idle());
    return idle && this.#traffic === 0 && performance.now() - this.#changedAt > QUIET_MS && this.bus.drained();
  }

  /** Runs one job on one replica, as its clock would. */
  async runJob(service: Service, name: string): Promise<void> {
    const living = this.running.filter((one) => one.service === service && one.alive());
    await living[this.fate.replica(living.length)]?.jobs.run(name);
  }

  /** A notice of the bank is on its way: until it was taken, or `cancel`led, the lane is not quiet. */
  expectNotice(): () => void {
    this.#onTraffic(1);
    const end = (): void => {
      const place = this.#expected.indexOf(end);
      if (place === -1) return;
      this.#expected.splice(place, 1);
      this.#onTraffic(-1);
    };
    this.#expected.push(end);
    return end;
  }

  /** Ends a schedule: what was published is forgotten, and every few schedules all books are emptied. */
  async endSchedule(sinks: readonly string[]): Promise<void> {
    this.fate = CALM;
    await this.quiet();
    for (const path of sinks) this.ground.doors.forget(path);
    this.bus.forget();
    this.#played += 1;
    if (this.#played % EMPTIED_EVERY === 0) await this.#emptyBooks();
  }

  async #emptyBooks(): Promise<void> {
    const { clientId } = this.bankClient;
    const books = this.database('bank');
    await Promise.all([
      ...BANKS_BOOKS.map((name) => books.collection(name).deleteMany({ clientId })),
      ...SERVICES_OF_A_WORLD.flatMap((service) =>
        LEFT_BY_SCHEDULES[service].map((name) => this.database(service).collection(name).deleteMany({})),
      ),
    ]);
  }

  async stop(): Promise<void> {
    this.fate = CALM;
    for (const { running } of this.#slots) running.kill();
    await Promise.all(this.edges.map(({ host }) => host.stop()));
    await Promise.all(SERVICES_OF_A_WORLD.map((service) => this.database(service).dropDatabase()));
  }

  #onTraffic = (delta: 1 | -1): void => {
    this.#traffic += delta;
    this.#changedAt = performance.now();
  };

  #addressOf(name: string): string | undefined {
    const living = this.#slots.filter(({ service, running }) => service === name && running.alive());
    return living[this.fate.replica(living.length)]?.running.port.toString().replace(/^/, '127.0.0.1:');
  }

  seam(owner: Instance): Seam {
    return seamOf(owner, { bus: this.bus, switchboard: this.#board, tampering: () => this.tampering });
  }

  #newBus(): Bus {
    const flaws = () => this.tampering.bus ?? {};
    return new Bus({ dice: () => this.fate.bus, flaws, onTraffic: this.#onTraffic });
  }

  /** An instance that cannot start is started again, as whatever runs it would. */
  async #launch(service: Service, tries = 3): Promise<Running> {
    try {
      return await this.#launchOnce(service);
    } catch (error) {
      if (tries === 1) throw error;
      return this.#launch(service, tries - 1);
    }
  }

  async #launchOnce(service: Service): Promise<Running> {
    this.#started += 1;
    let ready = false;
    const owner = instance({
      service,
      name: `${service}-${this.#started}`,
      plan: () => (ready ? this.fate.plan : NO_FAULTS),
      onTraffic: this.#onTraffic,
      onDeath: () => {
        this.deaths += 1;
      },
    });
    const host = instanceHost(owner, this.seam(owner), () => new Date(Date.now() + SKEW_MS));
    const { bank, doors } = this.ground;
    const place = { database: this.name, noticeUrl: doors.noticeUrl, bankUrl: bank.url };
    const { port, flush = () => Promise.resolve() } = await STARTERS[service](host, environmentOf(service, place));
    ready = true;
    return Object.assign(owner, { host, port, flush: () => Promise.race([flush(), owner.death]) });
  }

  #gatewayInstance(): Instance {
    return instance({
      service: 'gateway',
      name: 'gateway',
      plan: () => this.fate.plan,
      onTraffic: (delta) => this.#onTraffic(delta),
      onDeath: () => undefined,
    });
  }

  #connectGateway(): Gateway {
    const owner = this.#gatewayInstance();
    const options = { idempotent: [], deadlineMs: 12_000, seam: this.seam(owner) };
    return {
      charge: grpcClient(SERVICES.charge, 'charge', options),
      ledger: grpcClient(SERVICES.ledger, 'ledger', options),
      refund: grpcClient(SERVICES.refund, 'refund', options),
      webhooks: grpcClient(SERVICES.webhooks, 'webhooks', options),
      keys: grpcClient(SERVICES.keys, 'keys', options),
    };
  }

  async #openAccountAtBank(): Promise<void> {
    const { bank, doors } = this.ground;
    this.bankClient = await bank.control<BankClient>('POST', '/sim/clients', {});
    const { clientId, clientSecret, pixKey } = this.bankClient;
    doors.onNotice(this.name, async (token, body) => {
      const notice = { bankProfileId: this.name, token, body };
      await this.gateway.charge.receiveBankNotice({ requestId: 'notice' }, notice);
      this.#expected[0]?.();
    });
    await this.gateway.charge.setBankProfile(
      { requestId: 'operator' },
      {
        id: this.name,
        livemode: false,
        baseUrl: bank.url,
        basePath: '/v2',
        tokenPath: '/oauth/token',
        clientId,
        clientSecret,
        pixKey,
        providerFeeFixed: 10,
        providerFeeBasisPoints: 0,
        merchantName: 'Loja de Teste',
        merchantCity: 'SAO PAULO',
        simulator: true,
        // Whoever the notice does not name is held for an operator, at once: the question takes seconds by design.
        payerQuery: false,
        pixOutPath: '/gn/pix',
        pixOutFee: 25,
      },
    );
  }
}
