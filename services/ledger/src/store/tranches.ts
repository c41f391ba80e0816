import type { Tranche } from '../domain/tranche.ts';
import { toTranche } from './documents.ts';
import type { LedgerModels, TrancheDocument } from './models.ts';

const IS_DUE = { $expr: { $lte: ['$releaseAt', '$$NOW'] } } as const;

/** What is pending until a time. Tranches are written by the journal, together with their entries. */
export const trancheStore = ({ tranches }: LedgerModels) => ({
  /** Whether any tranche's time has come by the database's clock. */
  isAnyDue: async (): Promise<boolean> => (await tranches.exists(IS_DUE)) !== null,

  /** Every tranche whose time has come by the database's clock, in pages, the oldest first. */
  async *due(pageSize: number): AsyncGenerator<readonly Tranche[]> {
    const cursor = tranches
      .find(IS_DUE)
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
