import { createInterface } from 'node:readline';
import { GenericContainer, getContainerRuntimeClient, type WaitStrategy } from 'testcontainers';
import { pollUntil } from '../poll-until.ts';
import type { Log } from '../start-process.ts';

/** One server in a container: how it is started, and how to know that it serves. */
export type ServerContainerSpec = {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The same inside and outside, so that what the server says of its address holds on both sides. */
  readonly port: number;
  /** A named volume and where the server keeps its data; without it they go with the container. */
  readonly volume?: { readonly name: string; readonly at: string };
  readonly labels: Readonly<Record<string, string>>;
  /** Asks the server itself: its port accepts from the first moment, as the engine listens there. */
  readonly ready: () => Promise<boolean>;
  readonly log: Log;
  /** Hears of an end for which nobody had asked when `isAsked` was called. */
  readonly report: Log;
  readonly isAsked: () => boolean;
};

const READY_WITHIN_MS = 60_000;
const LINES_KEPT = 25;

/**
 * Ports on loopback alone: these servers know no passwords, and an engine publishes to everybody, past the
 * firewall.
 */
class LoopbackContainer extends GenericContainer {
  id: string | undefined;

  protected override async beforeContainerCreated(): Promise<void> {
    const bindings = Object.values(this.hostConfig.PortBindings ?? {}) as { HostIp?: string }[][];
    for (const binding of bindings.flat()) binding.HostIp = '127.0.0.1';
  }

  protected override async containerCreated(id: string): Promise<void> {
    this.id = id;
  }
}

/** Starts it and resolves when it serves; rejects with its last words when it ends first, or never does. */
export async function startContainer(spec: ServerContainerSpec): Promise<void> {
  const lastLines: string[] = [];
  let isRead: Promise<void> | undefined;
  const container = new LoopbackContainer(spec.image)
    .withExposedPorts({ container: spec.port, host: spec.port })
    .withLabels({ ...spec.labels })
    // What is left is ours to remove, by its labels; the library's way is a fourth image that is given the
    // engine's socket.
    .withAutoCleanup(false)
    .withWaitStrategy(untilItServes(spec))
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
    await isRead;
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
  return { why: `ended (code ${found.State.ExitCode}) before it was ready`, lines: lines.slice(-LINES_KEPT) };
}

/** Waits as for a native server, and goes on watching for an end that nobody asked for. */
function untilItServes({ name, ready, report, isAsked }: ServerContainerSpec): WaitStrategy {
  const strategy: WaitStrategy = {
    waitUntilReady: async (container) => {
      let code: number | undefined;
      let serves = false;
      container.wait().then(
        (end: { StatusCode: number }) => {
          code = end.StatusCode;
          if (serves && !isAsked()) report(name, `ended unexpectedly: code ${code}`);
        },
        () => {
          if (!isAsked()) report(name, 'the engine does not say whether it still runs');
        },
      );
      serves = await pollUntil(async () => code !== undefined || (await ready()), READY_WITHIN_MS);
      if (code !== undefined) throw new Error(`ended (code ${code}) before it was ready`);
      if (!serves) throw new Error(`not ready in ${READY_WITHIN_MS} ms`);
    },
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => READY_WITHIN_MS,
  };
  return strategy;
}
