import type { Tranche } from '../domain/tranche.ts';
import { toTranche } from './documents.ts';
import type { LedgerModels, TrancheDocument } from './models.ts';

/** What is held until a time. Tranches are written by the journal, together with their entries. */
export const trancheStore = ({ tranches }: LedgerModels) => ({
  /** Every tranche whose time has come by the database's clock, in pages, the oldest first. */
  async *due(pageSize: number): AsyncGenerator<readonly Tranche[]> {
    const cursor = tranches
      .find({ $expr: { $lte: ['$releaseAt', '$$NOW'] } })
      .sort({ releaseAt: 1 })
      .lean<TrancheDocument[]>()
      .cursor({ batchSize: pageSize });
    let page: Tranche[] = [];
    for await (const document of cursor) {
      page.push(toTranche(document as TrancheDocument));
      if (page.length < pageSize) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  },
});
export type TrancheStore = ReturnType<typeof trancheStore>;
