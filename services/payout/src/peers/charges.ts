import { SERVICES } from '@gx/contracts';
import type { BankProfile } from '@gx/contracts/charge';
import type { Grpc } from '@gx/runtime/grpc';

export type PeerOptions = { readonly address: string; readonly deadlineMs: number };

/** What is asked of charge: the banks. */
export function chargesPeer(grpc: Grpc, { address, deadlineMs }: PeerOptions) {
  const client = grpc.client(SERVICES.charge, address, { idempotent: ['ListBankProfiles'], deadlineMs });
  return {
    bankProfiles: async (): Promise<readonly BankProfile[]> =>
      (await client.listBankProfiles({ requestId: 'bank profiles' }, {})).profiles,
  };
}
