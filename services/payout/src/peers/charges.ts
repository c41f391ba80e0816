import { SERVICES } from '@gx/contracts';
import type { BankProfile } from '@gx/contracts/charge';
import type { Host } from '@gx/runtime';
import { grpcClient } from '@gx/runtime/grpc';

export type PeerOptions = { readonly address: string; readonly deadlineMs: number };

/** What is asked of charge: the banks. */
export function chargesPeer({ life, faultHook }: Host, { address, deadlineMs }: PeerOptions) {
  const client = grpcClient(SERVICES.charge, address, { idempotent: ['ListBankProfiles'], deadlineMs, faultHook });
  life.onStop('charge client', () => client.close());
  return {
    bankProfiles: async (): Promise<readonly BankProfile[]> =>
      (await client.listBankProfiles({ requestId: 'bank profiles' }, {})).profiles,
  };
}
