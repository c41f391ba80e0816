/** `npm run bench [name …]`: every benchmark, or the named ones. */
import { benchCreateCharge } from './create-charge.ts';
import { benchEventSignatures } from './event-signatures.ts';
import { benchFootprint } from './footprint.ts';
import { benchLedgerHot } from './ledger-hot.ts';
import { benchLedgerMedici } from './ledger-medici.ts';
import { benchPayout } from './payout.ts';
import { benchReads } from './reads.ts';
import { benchRefusals } from './refusals.ts';
import { runBenches } from './run-benches.ts';
import { benchSale } from './sale.ts';
import { benchTracing } from './tracing.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHES = {
  sale: benchSale,
  payout: benchPayout,
  'create-charge': benchCreateCharge,
  webhooks: benchWebhooks,
  'ledger-hot': benchLedgerHot,
  'ledger-medici': benchLedgerMedici,
  reads: benchReads,
  footprint: benchFootprint,
  refusals: benchRefusals,
  tracing: benchTracing,
  'event-signatures': benchEventSignatures,
};

await runBenches(BENCHES, process.argv.slice(2));
