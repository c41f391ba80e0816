import { DATABASES } from '@gx/contracts';
import { type Id, newId, sha256Hex, type Tenant } from '@gx/core';
import { withMongo } from '@gx/runtime/mongo';

const AT_ONCE = 10_000;
const NET = 990;

type Plan = {
  readonly mongoUrl: string;
  readonly namespace: string;
  readonly tenant: Tenant;
  readonly count: number;
  readonly from: Date;
  readonly everyMs: number;
};

/**
 * Writes a wallet of so many credits of 10.00 as the ledger would have left them, a while apart. The chain
 * has no true hashes: it is there to be read, not to be verified.
 */
export const plantWallet = ({ mongoUrl, namespace, tenant, count, from, everyMs }: Plan): Promise<void> =>
  withMongo(mongoUrl, async (client) => {
    const database = client.db(`${namespace}${DATABASES.ledger}`);
    const key = { ...tenant, currency: 'BRL' };
    const timeOf = (seq: number): Date => new Date(from.getTime() + seq * everyMs);
    const entryOf = (seq: number) => {
      const chargeId: Id<'charge'> = newId('charge');
      return {
        _id: `paid:${chargeId}`,
        ...key,
        seq,
        chargeId,
        endToEndId: null,
        postings: [
          { address: 'provider:clearing', amount: 1_000 },
          { address: 'merchant:available', amount: -NET },
          { address: 'platform:fees', amount: NET - 1_000 },
        ],
        releaseAt: null,
        at: timeOf(seq),
        hash: sha256Hex(String(seq)),
        listing: { at: timeOf(seq), available: NET * seq, pending: 0, retained: 0, types: ['charge'] },
      };
    };
    for (let first = 1; first <= count; first += AT_ONCE) {
      const entries = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, nth) => entryOf(first + nth));
      await database.collection('journal_entries').insertMany(entries as never, { ordered: false });
    }
    const end = { seq: count, head: sha256Hex(String(count)), listed: { seq: count, at: timeOf(count) } };
    const balances = { available: NET * count, pending: 0, retained: 0, receivable: 0 };
    await database.collection('wallets').insertOne({ ...key, ...balances, ...end });
  });
