import { SERVICES } from '@gx/contracts';
import type { Host } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';

/**
 * Deadlines nest: a bank call is shorter than the wait for another request under the same key (10 s), that is
 * shorter than WRITE_DEADLINE_MS, and the slowest client of ours waits longer than all of them. A create and
 * a cancel wait for the bank.
 */
const WRITE_DEADLINE_MS = 12_000;
const READ_DEADLINE_MS = 5_000;
const KEYS_DEADLINE_MS = 10_000;

export type Addresses = {
  readonly KEYS_ADDRESS: string;
  readonly CHARGE_ADDRESS: string;
  readonly LEDGER_ADDRESS: string;
  readonly REFUND_ADDRESS: string;
  readonly PAYOUT_ADDRESS: string;
  readonly WEBHOOKS_ADDRESS: string;
};
export type Clients = ReturnType<typeof connectClients>;

const WEBHOOKS_REPEATABLE = [
  'ListEndpoints',
  'CheckUrl',
  'UpdateEndpoint',
  'GetEventCatalog',
  'ListDeliveries',
  'GetDelivery',
  'CountDeliveries',
  'ListEvents',
  'GetEvent',
  // They name what they make, so a second one finds it made.
  'SendTestEvent',
  'ResendEvent',
  'ReplayEvents',
] as const;

/**
 * A batch of records that comes twice is kept once. A second logout would be refused: by then the token is
 * denied. So would a second login of a user with a second factor: its code is used up.
 */
const REPEATABLE_AT_KEYS = [
  ...(['ResolveKey', 'GetJwks', 'ReadToken', 'ListKeys', 'ListOwnUsers', 'RequestPasswordReset'] as const),
  ...(['RecordRequests', 'ListRequestLogs', 'ListAuditEvents'] as const),
];

/**
 * A repeated create finds its own charge by the idempotency key, and the same evidence is known; a repeated
 * cancel would find a cancelled charge.
 */
const REPEATABLE_AT_CHARGE = [
  'CreateCharge',
  'FindChargeByKey',
  'GetCharge',
  'ListCharges',
  'GetPaymentCode',
  'GetSimulatedProviderState',
  'ReceiveProviderCallback',
  'ListPayments',
  'GetProviderStatus',
  'GetReceiptFile',
  'GetPaymentStats',
  'GetPaymentMetrics',
  'GetLastEvent',
  // The same evidence again is known, and so is a dispute that was accepted.
  'GetDispute',
  'ListDisputes',
  'SubmitEvidence',
] as const;

/**
 * The six services behind the edge. Only calls whose repetition changes nothing are ever sent twice. The
 * others travel over streams: one that meets a connection that is just gone was never sent there, while
 * nobody knows that of a call of its own.
 */
export function connectClients(host: Host, grpc: Grpc, addresses: Addresses) {
  const clients = {
    keys: grpc.client(SERVICES.keys, addresses.KEYS_ADDRESS, {
      idempotent: REPEATABLE_AT_KEYS,
      deadlineMs: KEYS_DEADLINE_MS,
    }),
    charge: grpc.client(SERVICES.charge, addresses.CHARGE_ADDRESS, {
      idempotent: REPEATABLE_AT_CHARGE,
      deadlineMs: WRITE_DEADLINE_MS,
    }),
    ledger: grpc.client(SERVICES.ledger, addresses.LEDGER_ADDRESS, {
      idempotent: ['ListWallets', 'ListTransactions', 'ReadStatement'],
      deadlineMs: READ_DEADLINE_MS,
    }),
    refund: grpc.client(SERVICES.refund, addresses.REFUND_ADDRESS, {
      idempotent: ['CreateRefund', 'ListRefunds'],
      deadlineMs: WRITE_DEADLINE_MS,
    }),
    // A second cancel, approval or rejection would find the first one done.
    payout: grpc.client(SERVICES.payout, addresses.PAYOUT_ADDRESS, {
      idempotent: ['CreatePayout', 'GetPayout', 'ListPayouts', 'GetSimulatedProviderState'],
      deadlineMs: WRITE_DEADLINE_MS,
    }),
    webhooks: grpc.client(SERVICES.webhooks, addresses.WEBHOOKS_ADDRESS, {
      idempotent: WEBHOOKS_REPEATABLE,
      deadlineMs: READ_DEADLINE_MS,
    }),
  };
  for (const [name, client] of Object.entries(clients)) {
    readyOnceReached(host, name, client);
  }
  return clients;
}

const REACH_TIMEOUT_MS = 1_500;

/**
 * Ready means that each service has answered once. Later outages do not take the gateway out of the load
 * balancer: its own 503 with an envelope says more than a refused connection.
 */
function readyOnceReached(host: Host, name: string, client: { waitForReady(timeoutMs: number): Promise<void> }): void {
  let reached = false;
  host.health.check(name, async () => {
    if (!reached) await client.waitForReady(REACH_TIMEOUT_MS);
    reached = true;
  });
}
