import { gauge } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';

/**
 * Gauges what each bank that can be queried holds for us by its own word, beside what it should hold by the
 * journal (`gx.ledger.clearing`). A bank that does not say now has no balance: what it held before is
 * not shown as what it holds.
 */
export function bankBalances() {
  /** Profiles that a number may be shown of, each with its mode. */
  const shown = new Map<string, boolean>();
  const hide = (id: string): void => {
    const livemode = shown.get(id);
    if (livemode !== undefined) show(id, livemode, Number.NaN);
  };
  return {
    /** No number stays of any other bank. */
    keepOnly: (ids: readonly string[]): void => {
      for (const id of shown.keys()) if (!ids.includes(id)) hide(id);
    },

    read: async ({ id, livemode, provider }: Bank): Promise<void> => {
      if (!provider.capabilities().balance) return hide(id);
      const outcome = await provider.getBalance();
      shown.set(id, livemode);
      show(id, livemode, outcome.kind === 'done' ? outcome.value : Number.NaN);
    },
  };
}

const show = (id: string, livemode: boolean, balance: number): void =>
  gauge('gx.bank.balance', balance, { 'gx.bank.profile': id, 'gx.livemode': livemode });
