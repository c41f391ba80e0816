import { SERVICES } from '@gx/contracts';
import type { Client, FaultHook } from '@gx/runtime';
import { localClient } from '@gx/testkit';

export type GatewayClients = {
  readonly charge: Client<typeof SERVICES.charge>;
  readonly ledger: Client<typeof SERVICES.ledger>;
  readonly refund: Client<typeof SERVICES.refund>;
  readonly payout: Client<typeof SERVICES.payout>;
  readonly webhooks: Client<typeof SERVICES.webhooks>;
  readonly keys: Client<typeof SERVICES.keys>;
};

/** The clients of a gateway whose calls leave through `fault hook`. */
export function gatewayClients(faultHook: FaultHook): GatewayClients {
  const options = { idempotent: [], deadlineMs: 12_000, faultHook };
  return {
    charge: localClient(SERVICES.charge, 'charge', options),
    ledger: localClient(SERVICES.ledger, 'ledger', options),
    refund: localClient(SERVICES.refund, 'refund', options),
    payout: localClient(SERVICES.payout, 'payout', options),
    webhooks: localClient(SERVICES.webhooks, 'webhooks', options),
    keys: localClient(SERVICES.keys, 'keys', options),
  };
}
