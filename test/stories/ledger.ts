import { SERVICES } from '@gx/contracts';
import { localClient } from '@gx/testkit';
import type { Stack } from './stack.ts';

/** What `ops ledger verify` would find, as `kind seq` rows; fails when nothing was there to be checked. */
export async function ledgerProblems({ operators }: Stack): Promise<string[]> {
  const ledger = localClient(SERVICES.ledger, operators.ledger.split(',')[0] ?? '', {
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
