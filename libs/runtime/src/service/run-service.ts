import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson } from '@gx/core';
import { ConfigError } from '../config/config.ts';
import { plaintextReasons } from '../config/plaintext.ts';
import type { ServiceConfig } from '../config/service-spec.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { gauge } from '../telemetry/metrics.ts';
import { startTelemetry } from '../telemetry/telemetry.ts';
import type { FaultHook } from './fault-hook.ts';
import { Health, startHealthServer } from './health.ts';
import { Lifecycle } from './lifecycle.ts';

/** What a service is started with: its name, its log, where to register what must stop, and the clock. */
export type Host = {
  readonly name: string;
  readonly log: Logger;
  readonly life: Lifecycle;
  readonly health: Health;
  readonly now: () => Date;
  /** Stands between the service and everything outside of it; tests only. */
  readonly faultHook?: FaultHook;
};

const STOP_DEADLINE_MS = 25_000;

/**
 * The whole of a service's main: reads the config, starts, tells readiness, and on SIGTERM or SIGINT turns
 * readiness off, waits until the callers have noticed, then stops in reverse order, telemetry last. A fault
 * that nobody caught ends the process with code 1: a supervisor starts it again, and what it left is finished
 * by any replica.
 */
export async function runService<C extends ServiceConfig>(
  name: string,
  load: () => C,
  start: (host: Host, config: C) => Promise<unknown>,
): Promise<void> {
  const config = loadOrExit(name, load);
  const log = createLogger({ service: name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  for (const [setting, reason] of plaintextReasons(config))
    log.warn({ setting, reason }, 'a server may be spoken to without TLS or a user');
  const life = new Lifecycle();
  const health = new Health(log);
  const { ENVIRONMENT: environment, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  const telemetry = await startTelemetry(name, endpoint, { version: ownVersion(), environment });
  health.metrics = telemetry.metrics;
  life.onStop('telemetry', telemetry.stop);
  let stopping: Promise<void> | undefined;
  const stop = (reason: string, code: number): Promise<void> => {
    stopping ??= shutDown({ log, life, health, delayMs: code === 0 ? config.DRAIN_DELAY_MS : 0, reason, code });
    return stopping;
  };
  installSignals(log, stop);
  try {
    const server = await startHealthServer(health, config.HEALTH_PORT);
    life.onStop('health', server.stop);
    await start({ name, log, life, health, now: () => new Date() }, config);
    health.ready();
    gauge('gx.process.ready_at', Date.now() / 1_000, { 'gx.service': name });
    // How long a cold start takes, from the beginning of the process.
    log.info({ health_port: server.port, start_ms: Math.round(performance.now()) }, 'ready');
  } catch (err) {
    log.error({ err }, 'could not start');
    await stop('failed start', 1);
  }
}

/** The version of the package whose `src/main.ts` this process runs: teams release alone. */
function ownVersion(): string {
  const manifest = join(dirname(process.argv[1] ?? ''), '../package.json');
  return (parseJson(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}

function loadOrExit<C>(name: string, load: () => C): C {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name} cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

function installSignals(log: Logger, stop: (reason: string, code: number) => Promise<void>): void {
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err: unknown) => {
      log.error({ err }, event);
      void stop(event, 1);
    });
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'process warning'));
}

type ShutDown = {
  readonly log: Logger;
  readonly life: Lifecycle;
  readonly health: Health;
  readonly delayMs: number;
  readonly reason: string;
  readonly code: number;
};

async function shutDown({ log, life, health, delayMs, reason, code }: ShutDown): Promise<void> {
  log.info({ reason }, 'stopping');
  health.drain();
  const deadline = setTimeout(() => {
    log.error({ deadline_ms: STOP_DEADLINE_MS }, 'did not stop in time');
    process.exit(1);
  }, STOP_DEADLINE_MS + delayMs);
  deadline.unref();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  let exitCode = code;
  try {
    await life.stop();
    log.info('stopped');
  } catch (err) {
    exitCode = 1;
    log.error({ err }, 'unclean stop');
  }
  log.flush(() => process.exit(exitCode));
}
