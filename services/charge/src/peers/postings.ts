import { SERVICES } from '@gx/contracts';
import type { Tenant } from '@gx/core';
import type { Call } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';

export type Postings = ReturnType<typeof postingsPeer>;

/** The ledger's books, as far as charge reads them: what it published by events comes back by none. */
export function postingsPeer(grpc: Grpc, address: string, deadlineMs: number) {
  const client = grpc.client(SERVICES.ledger, address, { idempotent: ['ListPostedEntries'], deadlineMs });
  return {
    /** Which of these stand in a wallet of the tenant or in the platform's chain. */
    async posted(
      call: Call,
      { accountId, livemode }: Tenant,
      references: readonly string[],
    ): Promise<ReadonlySet<string>> {
      const request = { tenant: { accountId, livemode }, references: [...references] };
      return new Set((await client.listPostedEntries(call, request)).references);
    },
  };
}
