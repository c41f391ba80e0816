import { SERVICES } from '@gx/contracts';
import type { Tenant } from '@gx/core';
import type { Call, Host } from '@gx/runtime';
import { grpcClient, Unimplemented } from '@gx/runtime/grpc';

export type Books = ReturnType<typeof booksOf>;
/** Which entries stand; `unsaid` by a version that does not say. */
export type Booked = ReadonlySet<string> | 'unsaid';

/** The ledger's books, as far as charge asks: what it told by events comes back by none. */
export function booksOf({ life, faultHook }: Host, address: string, deadlineMs: number) {
  const client = grpcClient(SERVICES.ledger, address, { idempotent: ['ListPostedEntries'], deadlineMs, faultHook });
  life.onStop('ledger client', () => client.close());
  return {
    /** Which of these stand in a wallet of the tenant or in the platform's chain. */
    async booked(call: Call, { accountId, livemode }: Tenant, references: readonly string[]): Promise<Booked> {
      try {
        const asked = { tenant: { accountId, livemode }, references: [...references] };
        return new Set((await client.listPostedEntries(call, asked)).references);
      } catch (error) {
        if (error instanceof Unimplemented) return 'unsaid';
        throw error;
      }
    },
  };
}
