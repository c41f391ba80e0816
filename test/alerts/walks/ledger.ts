import type { Walk } from '../walk.ts';
import type { AlertSandbox } from '../world.ts';

type Entry = { readonly _id: string; readonly seq: number; readonly postings: { address: string; amount: number }[] };

const AMOUNT = 'postings.0.amount';
const journal = ({ mongo }: AlertSandbox) => mongo.admin.db('gx_ledger').collection<Entry>('journal_entries');
let changed: string | undefined;

const mismatch: Walk = {
  name: 'mismatch',
  alerts: ['GxLedgerMismatch'],
  fault: 'an amount in the journal is changed by hand',
  mendedBy: 'the entry is put back, the ledger restarted',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const entry = await journal(sandbox).findOne({ seq: 1 });
    if (entry === null) throw new Error('the journal is empty');
    await fault(() => journal(sandbox).updateOne({ _id: entry._id }, { $inc: { [AMOUNT]: 1 } }));
    changed = entry._id;
    await fires('GxLedgerMismatch');
    page.grep('ledger', 'ledger_mismatch', 1);
    await page.ops('ledger', 'verify');
    await page.ops('reconcile', '--date', new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10));
    await mend(async () => {
      await putBack(sandbox);
      for (const handle of sandbox.replicas('ledger')) await handle.restart();
    });
    await page.ops('ledger', 'verify');
  },
  undo: (sandbox) => putBack(sandbox),
};

async function putBack(sandbox: AlertSandbox): Promise<void> {
  if (changed !== undefined) await journal(sandbox).updateOne({ _id: changed }, { $inc: { [AMOUNT]: -1 } });
  changed = undefined;
}

export const LEDGER: readonly Walk[] = [mismatch];
