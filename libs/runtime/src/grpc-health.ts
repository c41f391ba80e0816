import type { Server, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Health } from './health.ts';

type Check = ServerUnaryCall<{ service: string }, { status: string }>;
const NAMES = ['', 'liveness', 'readiness'] as const;

/**
 * `grpc.health.v1.Health` of a service. `readiness` asks what `/readyz` asks, at each check; `liveness` and the empty name say that the process
 * answers and look at nothing else, so that a database that is away restarts nobody.
 */
export function serveGrpcHealth(server: Server, health: Health): { readonly stopped: () => void } {
  const statuses = new HealthImplementation(Object.fromEntries(NAMES.map((name) => [name, 'SERVING'])));
  const addService: Server['addService'] = (definition, implementation) => {
    const { check } = implementation as { check: (call: Check, done: sendUnaryData<{ status: string }>) => void };
    const asked: typeof check = (call, done) => {
      if (call.request.service !== 'readiness') return check(call, done);
      void health
        .problems()
        .then((problems) => done(null, { status: problems.length === 0 ? 'SERVING' : 'NOT_SERVING' }));
    };
    server.addService(definition, { ...implementation, check: asked });
  };
  statuses.addToServer({ addService } as Server);
  return { stopped: () => NAMES.forEach((name) => void statuses.setStatus(name, 'NOT_SERVING')) };
}
