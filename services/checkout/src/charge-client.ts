import { SERVICES } from '@gx/contracts';
import type { Host } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';

const DEADLINE_MS = 5_000;
const REACH_TIMEOUT_MS = 1_500;

/**
 * Ready means that charge has answered once; later the page's own words say more than a refused connection.
 */
export function connectCharge(host: Host, grpc: Grpc, address: string) {
  const charge = grpc.client(SERVICES.charge, address, {
    idempotent: ['GetCheckout', 'GetCheckoutStatuses'],
    deadlineMs: DEADLINE_MS,
  });
  let reached = false;
  host.health.check('charge', async () => {
    if (!reached) await charge.waitForReady(REACH_TIMEOUT_MS);
    reached = true;
  });
  return charge;
}

export type ChargeClient = ReturnType<typeof connectCharge>;
