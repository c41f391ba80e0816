import { keyedWorkers, type Lifecycle, oneEach } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { type BankReturnDeps, findBankReturns } from './find-bank-returns.ts';
import { findInfractions, type InfractionSweepDeps } from './find-infractions.ts';
import { resultOfRun, type SweepOfBank } from './sweep-list.ts';
import { type OrderSweepDeps, sweepOrders } from './sweep-orders.ts';
import { type SettlementSweepDeps, sweepSettlements } from './sweep-settlements.ts';

export type SweepDeps = SettlementSweepDeps &
  OrderSweepDeps &
  BankReturnDeps &
  InfractionSweepDeps & { readonly banks: BankDirectory; readonly life: Lifecycle };

/** Whether a list is due is a question to the database alone: the shortest interval serves all of them. */
export const sweepPollMs = ({
  sweepEveryMs,
  bankReturnsEveryMs,
  infractionsEveryMs,
}: Pick<SweepDeps, 'sweepEveryMs' | 'bankReturnsEveryMs' | 'infractionsEveryMs'>): number =>
  Math.min(sweepEveryMs, bankReturnsEveryMs / 4, infractionsEveryMs);

/**
 * Sweeps what each bank and its acquirer list, each list for itself: a long look back, or a bank that hangs,
 * keeps no other from being swept in time. A run that left each of them to another replica says so.
 */
export function sweepBanks(deps: SweepDeps): () => Promise<unknown> {
  const lists: ReadonlyMap<string, SweepOfBank> = new Map([
    ['settlements', sweepSettlements(deps)],
    ['orders', sweepOrders(deps)],
    ['returns', findBankReturns(deps)],
    ['infractions', findInfractions(deps)],
  ]);
  const { run } = keyedWorkers({
    ...deps,
    pollMs: sweepPollMs(deps),
    due: async () => {
      const banks = await deps.banks.usable();
      return oneEach(
        banks.flatMap(({ id, orders }) => [
          `settlements:${id}`,
          `returns:${id}`,
          `infractions:${id}`,
          ...(orders === null ? [] : [`orders:${id}`]),
        ]),
      );
    },
    work: async (key, goesOn) => {
      const [list = '', id = ''] = key.split(':');
      const bank = await deps.banks.ifUsable(id);
      return bank === undefined ? undefined : lists.get(list)?.(bank, goesOn);
    },
  });
  return async () => resultOfRun(await run());
}
