import { keyedWorkers, type Lifecycle, oneEach } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import type { RegisterDeps } from '../commands/register-callbacks.ts';
import type { RereadDeps } from '../commands/reread-callbacks.ts';
import { bankBalances } from './bank-balances.ts';
import { ensureCallbacks } from './ensure-callbacks.ts';
import { rereadOnce } from './reread-once.ts';

export type CheckBanksDeps = RegisterDeps & RereadDeps & { readonly banks: BankDirectory; readonly life: Lifecycle };

export const CHECK_BANKS_EVERY_MS = 30_000;

/**
 * Has each bank send its callbacks to us, gauges what it holds, and reads again what could not be read. A
 * bank that hangs delays no other.
 */
export function checkBanks(deps: CheckBanksDeps): () => Promise<unknown> {
  const ensure = ensureCallbacks(deps);
  const reread = rereadOnce(deps);
  const balances = bankBalances();
  const { run } = keyedWorkers({
    ...deps,
    // Not sooner while one of them hangs: all would be queried again.
    pollMs: CHECK_BANKS_EVERY_MS,
    due: async () => {
      const ids = (await deps.banks.usable()).map(({ id }) => id);
      balances.keepOnly(ids);
      return oneEach(ids);
    },
    work: async (id) => {
      const bank = await deps.banks.ifUsable(id);
      if (bank === undefined) return;
      await ensure(bank);
      await balances.read(bank);
      await reread(bank);
    },
  });
  return run;
}
