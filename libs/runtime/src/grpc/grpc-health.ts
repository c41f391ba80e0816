import * as grpc from '@grpc/grpc-js';
import { HEALTH_SERVICE, type HealthCheckRequest, type HealthCheckResponse } from '@gx/contracts';
import type { Health } from '../service/health.ts';

type Check = grpc.ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>;
type Watch = grpc.ServerWritableStream<HealthCheckRequest, HealthCheckResponse>;
const NAMES: readonly string[] = ['', 'liveness', 'readiness'];

/**
 * `grpc.health.v1.Health` of a service. `readiness` asks what `/readyz` asks, at each check; `liveness` and
 * the empty name say that the process answers and look at nothing else, so that a database that is away
 * restarts nobody. A watcher is told of the end alone.
 */
export function serveGrpcHealth(server: grpc.Server, health: Health): { readonly stopped: () => void } {
  let standing: HealthCheckResponse = { status: 'SERVING' };
  const watching = new Set<Watch>();
  server.addService(HEALTH_SERVICE, {
    Check: async ({ request: { service } }: Check, done: grpc.sendUnaryData<HealthCheckResponse>): Promise<void> => {
      if (!NAMES.includes(service)) {
        done({ code: grpc.status.NOT_FOUND, details: `Health status unknown for service ${service}` });
      } else if (service === 'readiness') {
        const problems = await health.problems();
        done(null, { status: problems.length === 0 ? 'SERVING' : 'NOT_SERVING' });
      } else {
        done(null, standing);
      }
    },
    Watch: (stream: Watch): void => {
      const isKnown = NAMES.includes(stream.request.service);
      if (isKnown) watching.add(stream);
      stream.on('cancelled', () => watching.delete(stream));
      stream.write(isKnown ? standing : { status: 'SERVICE_UNKNOWN' });
    },
    List: (_call: unknown, done: grpc.sendUnaryData<{ statuses: Record<string, HealthCheckResponse> }>): void =>
      done(null, { statuses: Object.fromEntries(NAMES.map((name) => [name, standing])) }),
  });
  const stopped = (): void => {
    standing = { status: 'NOT_SERVING' };
    for (const stream of watching) stream.write(standing);
  };
  return { stopped };
}
