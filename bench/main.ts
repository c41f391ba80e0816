/** `npm run bench [name …]`: every benchmark, or the named ones, each beside its rival in the same run. */
import { benchCreateCharge } from './create-charge.ts';
import { benchFootprint } from './footprint.ts';
import { benchLedgerHot } from './ledger-hot.ts';
import { benchLedgerMedici } from './ledger-medici.ts';
import { benchReads } from './reads.ts';
import { benchRefusals } from './refusals.ts';
import { benchTracing } from './tracing.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  'create-charge': benchCreateCharge,
  footprint: benchFootprint,
  'ledger-hot': benchLedgerHot,
  'ledger-medici': benchLedgerMedici,
  reads: benchReads,
  refusals: benchRefusals,
  tracing: benchTracing,
  webhooks: benchWebhooks,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  console.log(`\n# ${name}\n`);
  await BENCHES[name]?.();
}
process.exit(0);
