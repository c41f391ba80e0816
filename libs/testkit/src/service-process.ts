import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@gx/stack';

type ServiceProcessSpec = {
  /** A folder of services/. */
  readonly service: string;
  /** The setting that says where it listens. */
  readonly listensAt: 'PORT' | 'GRPC_PORT';
  readonly env: (port: number) => NodeJS.ProcessEnv;
};
export type ServiceProcess = {
  readonly port: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
};

/**
 * Starts a service as a process of its own, so that it can be killed or frozen; resolves when it is ready.
 */
export async function startServiceProcess({ service, listensAt, env }: ServiceProcessSpec): Promise<ServiceProcess> {
  const [port, health] = [await freePort(), await freePort()];
  const running = await startProcess({
    name: service,
    command: process.execPath,
    args: [fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url))],
    env: { ...process.env, ...env(port), [listensAt]: String(port), HEALTH_PORT: String(health) },
    ready: () =>
      fetch(`http://127.0.0.1:${health}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    log: () => undefined,
  });
  return {
    port,
    kill: (signal) => void running.kill(signal),
    stop: async () => {
      await running.stop();
    },
  };
}
