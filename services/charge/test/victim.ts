import { fileURLToPath } from 'node:url';
import { SERVICES } from '@gx/contracts';
import { grpcClient } from '@gx/runtime';
import { freePort, startProcess } from '@gx/stack';
import type { Env, Rig, Rpc } from './rig.ts';

export type Victim = { readonly rpc: Rpc; readonly kill: () => void };

/** The service as a process of its own, so that it can be killed. */
export async function startVictim(rig: Pick<Rig, 'env'>, env: Env = {}): Promise<Victim> {
  const [port, health] = [await freePort(), await freePort()];
  const running = await startProcess({
    name: 'charge',
    command: process.execPath,
    args: [fileURLToPath(new URL('../src/main.ts', import.meta.url))],
    env: {
      ...process.env,
      ...rig.env,
      GRPC_PORT: String(port),
      HEALTH_PORT: String(health),
      CREATE_LEASE_MS: '9000',
      CREATE_MS: '8000',
      BANK_CALL_MS: '8000',
      ...env,
    },
    ready: async () =>
      fetch(`http://127.0.0.1:${health}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    log: () => undefined,
  });
  const rpc = grpcClient(SERVICES.charge, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 15_000 });
  return {
    rpc,
    kill: () => {
      running.kill('SIGKILL');
      rpc.close();
    },
  };
}
