import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERRORS, envelope, notFound, Refusal, unavailable } from '@gx/core';
import { requestIdOf } from '../http/request-id.ts';
import type { Logger } from '../telemetry/logger.ts';

type Check = () => Promise<void> | void;
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Liveness and readiness of one process. Liveness never looks at dependencies; readiness asks every check.
 */
export class Health {
  readonly #checks = new Map<string, Check>();
  readonly #problems = new Map<string, string>();
  readonly #log: Logger;
  /** What has been measured, as Prometheus reads it; set once something measures. */
  metrics: (() => Promise<string>) | undefined;
  #state: 'starting' | 'ready' | 'draining' = 'starting';

  constructor(log: Logger) {
    this.#log = log;
  }

  /** A dependency without which the process should get no traffic; throw to say that it is not there. */
  check(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /**
   * What is known to keep the process from taking traffic, in words; undefined takes it back. Who says it has
   * it in the log as well.
   */
  setProblem(name: string, problem: string | undefined): void {
    if (problem === undefined) this.#problems.delete(name);
    else this.#problems.set(name, problem);
  }

  /** What has been measured; undefined when it cannot be told. */
  async readMetrics(): Promise<string | undefined> {
    try {
      return await this.metrics?.();
    } catch (err) {
      this.#log.error({ err }, 'the metrics could not be read');
      return undefined;
    }
  }

  ready(): void {
    if (this.#state === 'starting') this.#state = 'ready';
  }

  drain(): void {
    this.#state = 'draining';
  }

  get draining(): boolean {
    return this.#state === 'draining';
  }

  /** What keeps the process from taking traffic; empty when it may. */
  async problems(): Promise<string[]> {
    if (this.#state !== 'ready') return [this.#state];
    const results = await Promise.all([...this.#checks].map(async ([name, check]) => this.#run(name, check)));
    return [...results.filter((name) => name !== undefined), ...this.#problems.values()];
  }

  async #run(name: string, check: Check): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timed out')), CHECK_TIMEOUT_MS);
    });
    try {
      await Promise.race([check(), late]);
      return undefined;
    } catch (err) {
      // A dependency that is not there is no fault with a stack: what it says of itself is enough.
      this.#log.warn(
        { check: name, reason: err instanceof Error ? err.message : String(err) },
        'readiness check failed',
      );
      return name;
    } finally {
      clearTimeout(timer);
    }
  }
}

type Refuse = (refusal: Refusal, more?: object) => void;
export type HealthServer = { readonly port: number; readonly stop: () => Promise<void> };

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `GET /healthz` and `GET /readyz` as JSON and `GET /metrics` as Prometheus reads it, on a port of their own.
 * What is refused is answered in the envelope, and everything carries a request id, as at the edge
 * (decisions, section 5).
 */
export async function startHealthServer(health: Health, port: number): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    const refuse: Refuse = (refusal, more) =>
      answer(response, ERRORS[refusal.code].http, { ...envelope(refusal, requestId), ...more });
    if (request.url === '/healthz') return answer(response, 200, { status: 'ok' });
    if (request.url === '/metrics' && health.metrics !== undefined) return void sendMetrics(health, response, refuse);
    if (request.url !== '/readyz') return refuse(notFound('route'));
    return void health.problems().then((problems) => {
      if (problems.length === 0) return answer(response, 200, { status: 'ready' });
      // The names alone, too: a program that reads them need not take the sentence apart.
      return refuse(unavailable(`Not ready: ${problems.join(', ')}.`), { waiting_for: problems });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A reader must not end the process: what cannot be read is a 500 and a line in the log. */
async function sendMetrics(health: Health, response: ServerResponse, refuse: Refuse): Promise<void> {
  const text = await health.readMetrics();
  if (text === undefined) return refuse(new Refusal('internal_error', 'The metrics could not be read.'));
  response.writeHead(200, { 'content-type': PROMETHEUS_TEXT, 'cache-control': 'no-store' }).end(text);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
