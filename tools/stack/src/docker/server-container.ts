import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { RedisContainer } from '@testcontainers/redis';
import { GenericContainer, getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';
import { pollUntil } from '../poll-until.ts';
import type { Log } from '../start-process.ts';

/** A server in a container: how it is told what to do, and who hears of it. */
export type ContainerSpec = {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** On this machine. */
  readonly port: number;
  /** A named volume and where the server keeps its data; without it they go with the container. */
  readonly volume?: { readonly name: string; readonly at: string };
  readonly labels: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Hears of an end for which nobody had asked when `isAsked` was called. */
  readonly report: Log;
  readonly isStopping: () => boolean;
};

/** A server whose image no module of Testcontainers fits. */
export type ServerContainerSpec = ContainerSpec & {
  /** Asks the server itself: its port accepts from the first moment, as the engine listens there. */
  readonly ready: () => Promise<boolean>;
};

const READY_WITHIN_MS = 60_000;
const LINES_KEPT = 25;
/** The output of a container that is removed meanwhile may never end. */
const LAST_WORDS_WITHIN_MS = 2_000;
/** Of the module. */
const REDIS_PORT = 6_379;

type Bindings = { PortBindings?: unknown };

/**
 * Ports on loopback alone: these servers know no passwords, and an engine publishes to everybody, past the
 * firewall.
 */
function publishOnLoopback({ PortBindings }: Bindings): void {
  const bindings = Object.values(PortBindings ?? {}) as { HostIp?: string }[][];
  for (const binding of bindings.flat()) binding.HostIp = '127.0.0.1';
}

class LoopbackContainer extends GenericContainer {
  id: string | undefined;

  protected override async beforeContainerCreated(): Promise<void> {
    publishOnLoopback(this.hostConfig);
  }

  protected override async containerCreated(id: string): Promise<void> {
    this.id = id;
  }
}

/** The same of Testcontainers' Redis, with its own wait. */
class LoopbackRedis extends RedisContainer {
  id: string | undefined;

  /** The wait of the module, and an eye on its end. */
  watched(spec: ContainerSpec): this {
    if (this.waitStrategy === undefined) throw new Error('the Redis module has no wait of its own');
    return this.withWaitStrategy(watchingItsEnd(this.waitStrategy, spec));
  }

  protected override async beforeContainerCreated(): Promise<void> {
    publishOnLoopback(this.hostConfig);
  }

  protected override async containerCreated(id: string): Promise<void> {
    this.id = id;
  }
}

/**
 * Starts it and resolves when it serves; the port is the same inside, so that what it says of itself holds
 * there too.
 */
export const startContainer = (spec: ServerContainerSpec): Promise<void> =>
  start(
    new LoopbackContainer(spec.image)
      .withExposedPorts({ container: spec.port, host: spec.port })
      .withWaitStrategy(watchingItsEnd(untilItServes(spec), spec)),
    spec,
  );

/** Redis by its module, which knows the port inside and what Redis says when it serves. */
export const startRedisContainer = (spec: ContainerSpec): Promise<void> =>
  start(
    new LoopbackRedis(spec.image)
      .withExposedPorts({ container: REDIS_PORT, host: spec.port })
      .watched(spec)
      .withStartupTimeout(READY_WITHIN_MS),
    spec,
  );

/** Rejects with its last words when it ends first, or never serves. */
async function start(container: LoopbackContainer | LoopbackRedis, spec: ContainerSpec): Promise<void> {
  const lastLines: string[] = [];
  let isRead: Promise<void> | undefined;
  container
    .withLabels({ ...spec.labels })
    // What is left is ours to remove, by its labels; the library's way is a fourth image that is given the
    // engine's socket.
    .withAutoCleanup(false)
    .withLogConsumer((output) => {
      const lines = createInterface({ input: output }).on('line', (line) => {
        lastLines.push(line);
        if (lastLines.length > LINES_KEPT) lastLines.shift();
        spec.log(spec.name, line);
      });
      // An engine that goes away ends the output; that the container is out of sight is reported below.
      lines.on('error', () => lines.close());
      output.on('error', () => lines.close());
      isRead = new Promise((settle) => lines.once('close', settle));
    });
  if (spec.command !== undefined) container.withCommand([...spec.command]);
  if (spec.environment !== undefined) container.withEnvironment({ ...spec.environment });
  if (spec.volume !== undefined) container.withBindMounts([{ source: spec.volume.name, target: spec.volume.at }]);
  try {
    await container.start();
  } catch (cause) {
    await Promise.race([isRead, setTimeout(LAST_WORDS_WITHIN_MS)]);
    const end = lastLines.length === 0 ? await endOf(container.id) : undefined;
    const { why, lines } = end ?? { why: (cause as Error).message, lines: lastLines };
    throw new Error([`${spec.name}: ${why}`, ...lines.map((line) => `  ${line}`)].join('\n'), { cause });
  }
}

/**
 * Of a container that ended at once: the library waits for its port first, and only then for what it says.
 */
async function endOf(id: string | undefined): Promise<{ why: string; lines: readonly string[] } | undefined> {
  if (id === undefined) return undefined;
  const client = await getContainerRuntimeClient();
  const container = client.container.getById(id);
  const found = await client.container.inspect(container).catch(() => undefined);
  if (found?.State.Status !== 'exited') return undefined;
  const lines: string[] = [];
  for await (const line of createInterface({ input: await client.container.logs(container) })) lines.push(line);
  return { why: tooEarly(found.State.ExitCode).message, lines: lines.slice(-LINES_KEPT) };
}

/** Waits as for a native server. */
function untilItServes({ ready }: ServerContainerSpec): WaitStrategy {
  const strategy: WaitStrategy = {
    waitUntilReady: async (container) => {
      let isOver = false;
      const over = (): void => {
        isOver = true;
      };
      container.wait().then(over, over);
      const serves = await pollUntil(async () => isOver || (await ready()), READY_WITHIN_MS);
      if (isOver || !serves) throw new Error(`not ready in ${READY_WITHIN_MS} ms`);
    },
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => READY_WITHIN_MS,
  };
  return strategy;
}

const tooEarly = (code: number): Error => new Error(`ended (code ${code}) before it was ready`);

/**
 * The same wait, which an end of the container cuts short, and which goes on watching for an end that nobody
 * asked for.
 */
function watchingItsEnd(wait: WaitStrategy, { name, report, isStopping }: ContainerSpec): WaitStrategy {
  const strategy: WaitStrategy = {
    waitUntilReady: async (container, ports, since) => {
      let serves = false;
      const ended = new Promise<never>((_, fail) => {
        container.wait().then(
          ({ StatusCode }: { StatusCode: number }) => {
            fail(tooEarly(StatusCode));
            if (serves && !isStopping()) report(name, `ended unexpectedly: code ${StatusCode}`);
          },
          () => {
            if (!isStopping()) report(name, 'the engine does not say whether it still runs');
          },
        );
      });
      // After an end the output ends too, and a wait for what it says fails with that.
      const served = wait.waitUntilReady(container, ports, since).catch(async (cause) => {
        const { State } = await container.inspect();
        throw State.Running ? cause : tooEarly(State.ExitCode);
      });
      await Promise.race([served, ended]);
      serves = true;
    },
    withStartupTimeout: (ms) => {
      wait.withStartupTimeout(ms);
      return strategy;
    },
    isStartupTimeoutSet: () => wait.isStartupTimeoutSet(),
    getStartupTimeout: () => wait.getStartupTimeout(),
  };
  return strategy;
}
