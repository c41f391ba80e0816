import { gauge, keyedWorkers, type Lifecycle, type Logger, oneEach } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';

type Deps = { readonly banks: BankDirectory; readonly log: Logger; readonly life: Lifecycle };

/**
 * Says what each bank that can be asked holds for us by its own word, beside what it should hold by the
 * journal (`gx.ledger.clearing`). A bank that does not say now has no balance: what it held before is
 * not shown as what it holds.
 */
export function readBalances(deps: Deps): () => Promise<unknown> {
  /** Profiles that a number may be shown of, each with its mode. */
  const shown = new Map<string, boolean>();
  const { run } = keyedWorkers({
    ...deps,
    due: async () => {
      const asked = (await deps.banks.usable()).filter(({ provider }) => provider.capabilities().balance);
      const ids = new Set(asked.map(({ id }) => id));
      for (const [id, livemode] of shown) if (!ids.has(id)) show(id, livemode, Number.NaN);
      return oneEach([...ids]);
    },
    work: async (id) => {
      const bank = await deps.banks.ifUsable(id);
      if (bank === undefined) return;
      const outcome = await bank.provider.getBalance();
      const balance = outcome.kind === 'done' ? outcome.value : Number.NaN;
      shown.set(id, bank.livemode);
      show(id, bank.livemode, balance);
    },
  });
  return run;
}

const show = (id: string, livemode: boolean, balance: number): void =>
  gauge('gx.bank.balance', balance, { 'gx.bank.profile': id, 'gx.livemode': livemode });
