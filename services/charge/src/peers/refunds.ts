import { SERVICES } from '@gx/contracts';
import type { Call } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';

export type Refunds = ReturnType<typeof refundsOf>;

/**
 * What charge queries at refund: which of a bank's devolutions are ours, and how far refund has followed the
 * events of charge.
 */
export function refundsOf(grpc: Grpc, address: string, deadlineMs: number) {
  const client = grpc.client(SERVICES.refund, address, {
    idempotent: ['ListDevolutions', 'ListStatuses'],
    deadlineMs,
  });
  return {
    /** The bank ids of everything that we have ordered back along a payment, in whatever state. */
    async ownIds(call: Call, endToEndId: string): Promise<ReadonlySet<string>> {
      const { devolutions } = await client.listDevolutions(call, { endToEndIds: [endToEndId] });
      return new Set(devolutions.map(({ bankId }) => bankId));
    },

    /** How far these refunds, returns and bank returns are; unknown ones are left out. */
    async statuses(call: Call, refundIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { refunds } = await client.listStatuses(call, { refundIds: [...refundIds] });
      return new Map(refunds.map(({ refundId, status }) => [refundId, status]));
    },
  };
}
