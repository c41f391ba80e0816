import { SERVICES } from '@gx/contracts';
import { grpcClient } from '@gx/runtime/grpc';
import type { Stack } from './stack.ts';

/** What `ops ledger verify` would find, as `kind seq` rows; fails when nothing was there to be checked. */
export async function ledgerProblems({ grpc }: Stack): Promise<string[]> {
  const ledger = grpcClient(SERVICES.ledger, grpc.ledger.split(',')[0] ?? '', {
    idempotent: ['VerifyLedger'],
    deadlineMs: 30_000,
  });
  try {
    const { entries, problems } = await ledger.verifyLedger({ requestId: 'verify' }, {});
    if (entries === 0) throw new Error('the journal is empty');
    return problems.map(({ kind, seq, message }) => `${kind} ${seq} ${message}`);
  } finally {
    ledger.close();
  }
}
