import { SERVICES } from '@gx/contracts';
import { localClient, startServiceProcess } from '@gx/testkit';
import type { Env, Rig, Rpc } from './rig.ts';

export type Victim = { readonly rpc: Rpc; readonly kill: () => void };

/** So long is the bank waited for that a creation can be killed in the middle. */
export const SLOW_CREATION: Env = { CREATE_LEASE_MS: '9000', CREATE_MS: '8000', BANK_CALL_MS: '8000' };

/** The service as a process of its own, so that it can be killed. */
export async function startVictim(rig: Pick<Rig, 'env'>, env: Env = {}): Promise<Victim> {
  const settings = { ...rig.env, ...env };
  const { port, kill } = await startServiceProcess({ service: 'charge', listensAt: 'GRPC_PORT', env: () => settings });
  const rpc = localClient(SERVICES.charge, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 15_000 });
  return {
    rpc,
    kill: () => {
      kill('SIGKILL');
      rpc.close();
    },
  };
}
