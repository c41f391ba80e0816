/** `npm run bench [name …]`: every benchmark, or the named ones, each beside its rival in the same run. */
import { benchCreateCharge } from './create-charge.ts';
import { benchFootprint } from './footprint.ts';
import { benchLedgerHot } from './ledger-hot.ts';
import { benchLedgerMedici } from './ledger-medici.ts';
import { benchOpenPages } from './open-pages.ts';
import { benchReads } from './reads.ts';
import { benchRefusals } from './refusals.ts';
import { runBenches } from './run-benches.ts';
import { benchSale } from './sale.ts';
import { benchTracing } from './tracing.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHES = {
  'create-charge': benchCreateCharge,
  footprint: benchFootprint,
  'ledger-hot': benchLedgerHot,
  'ledger-medici': benchLedgerMedici,
  'open-pages': benchOpenPages,
  reads: benchReads,
  refusals: benchRefusals,
  sale: benchSale,
  tracing: benchTracing,
  webhooks: benchWebhooks,
};

await runBenches(BENCHES, process.argv.slice(2));
