import { SERVICES } from '@gx/contracts';
import { localClient, startServiceProcess } from '@gx/testkit';
import type { Rig, Rpc } from './rig.ts';

export type Victim = { readonly rpc: Rpc; readonly kill: (signal: NodeJS.Signals) => void };

/** The service as a process of its own, so that it can be killed. */
export async function startVictim(rig: Rig): Promise<Victim> {
  const running = await startServiceProcess({
    service: 'refund',
    listensAt: 'GRPC_PORT',
    env: () => ({
      ...rig.env,
      DRAIN_DELAY_MS: '0',
      PEER_CALL_MS: '6000',
      BANK_CALL_MS: '9000',
      BANK_MS: '9000',
      CREATE_LEASE_MS: '20000',
    }),
  });
  const rpc = localClient(SERVICES.refund, `127.0.0.1:${running.port}`, { idempotent: [], deadlineMs: 15_000 });
  return {
    rpc,
    kill: (signal) => {
      running.kill(signal);
      if (signal === 'SIGKILL') rpc.close();
    },
  };
}
