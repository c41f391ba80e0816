import type { FaultHook, Job } from '@gx/runtime';
import type { Border, FaultPlan } from './crossing.ts';

/** What passes every call of one instance; each border's wire calls it. */
export type Pass = {
  /**
   * Makes one call that leaves the instance, or whatever the plan wants instead. `lost` says what a failure
   * looks like at this border. From the death of the instance on nothing it waits for ever settles: no
   * `catch` and no `finally` of its runs.
   */
  readonly cross: <T>(to: Border, what: string, call: InstanceCall<T>) => Promise<T>;
  readonly alive: () => boolean;
};
export type InstanceCall<T> = {
  readonly make: () => Promise<T>;
  readonly lost: (side: 'before' | 'after') => Promise<T>;
};

/** Waits for ever. Nobody holds on to it, so it is collected with everything that waits for it. */
export const never = <T>(): Promise<T> => new Promise(() => undefined);

export type Instance = {
  readonly service: string;
  readonly name: string;
  readonly alive: () => boolean;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
  /**
   * Resolves when nothing that it sent is still on its way: a server goes on with what it has heard, after
   * any death.
   */
  readonly silence: () => Promise<void>;
  /** Kills it from outside, between two calls. */
  readonly kill: () => void;
  /** Whatever must go when it dies: sockets, memberships, calls that others wait for. */
  readonly onDeath: (bury: () => void) => void;
  readonly pass: Pass;
  readonly jobs: JobShelf;
};

/** Jobs off the clock: a trigger runs one soon, as in production; everything else is left to `run`. */
export type JobShelf = {
  readonly register: FaultHook['job'];
  readonly names: () => readonly string[];
  /** Runs one now; resolves when it has ended or the instance is dead. */
  readonly run: (name: string) => Promise<void>;
  /** True when no job is running or due. */
  readonly idle: () => boolean;
};

export type InstanceOptions = {
  readonly service: string;
  readonly name: string;
  /** Asked at each crossing, since another schedule brings another plan. */
  readonly plan: () => FaultPlan;
  /** Told when a call begins and ends. */
  readonly onTraffic: (delta: 1 | -1) => void;
  readonly onDeath: () => void;
};

/**
 * One instance of a service as the outside knows it: it lives until a fault of the plan, or somebody, ends
 * it.
 */
export function instance({ service, name, plan, onTraffic, onDeath }: InstanceOptions): Instance {
  const died = Promise.withResolvers<void>();
  const graves: (() => void)[] = [];
  const { send, settled, silence } = sending();
  let living = true;

  const kill = (): void => {
    if (!living) return;
    living = false;
    died.resolve();
    for (const bury of graves.splice(0)) bury();
    onDeath();
  };

  async function cross<T>(to: Border, what: string, { make, lost }: InstanceCall<T>): Promise<T> {
    if (!living) return never();
    const fault = plan().meet({ service, to, what });
    onTraffic(1);
    try {
      switch (fault?.kind) {
        case 'die':
          if (fault.side === 'after') await settled(send(make));
          kill();
          return never();
        case 'fail':
          if (fault.side === 'after') await settled(send(make));
          return living ? await lost(fault.side) : never();
        case 'delay':
          await new Promise((resolve) => setTimeout(resolve, fault.ms));
          break;
        case 'twice':
          await settled(send(make));
          break;
        case undefined:
          break;
      }
      if (!living) return never();
      const answer = await send(make);
      return living ? answer : never();
    } catch (error) {
      if (!living) return never();
      throw error;
    } finally {
      onTraffic(-1);
    }
  }

  return {
    service,
    name,
    alive: () => living,
    death: died.promise,
    silence,
    kill,
    onDeath: (bury) => void (living ? graves.push(bury) : bury()),
    pass: { cross, alive: () => living },
    jobs: jobShelf(() => living, died.promise),
  };
}

/** Calls on their way: they go on when the process that made them has died. */
function sending() {
  const underWay = new Set<Promise<unknown>>();
  const settled = (call: Promise<unknown>): Promise<unknown> => call.catch((cause: unknown) => cause);
  const send = <T>(make: () => Promise<T>): Promise<T> => {
    const call = make();
    const end = settled(call).finally(() => underWay.delete(end));
    underWay.add(end);
    return call;
  };
  const silence = async (): Promise<void> => {
    await Promise.all(underWay);
  };
  return { send, settled, silence };
}

type JobEntry = { readonly run: () => Promise<void>; isDue: boolean; running: Promise<void> | undefined };

function jobShelf(alive: () => boolean, death: Promise<void>): JobShelf {
  const jobs = new Map<string, JobEntry>();
  const start = (job: JobEntry): Promise<void> => {
    job.isDue = false;
    job.running = Promise.race([job.run(), death]).then(() => {
      job.running = undefined;
      if (job.isDue && alive()) void start(job);
    });
    return job.running;
  };
  return {
    names: () => [...jobs.keys()],
    run: async (name) => {
      const job = jobs.get(name);
      if (job === undefined) throw new Error(`no job ${name}`);
      while (job.running !== undefined) await job.running;
      if (alive()) await start(job);
    },
    idle: () => [...jobs.values()].every(({ isDue, running }) => !isDue && running === undefined),
    register: (name, run): Job => {
      const job: JobEntry = { run, isDue: false, running: undefined };
      jobs.set(name, job);
      return {
        trigger: () => {
          if (!alive() || job.isDue) return;
          job.isDue = true;
          if (job.running === undefined) setImmediate(() => void (job.isDue && alive() && start(job)));
        },
      };
    },
  };
}
