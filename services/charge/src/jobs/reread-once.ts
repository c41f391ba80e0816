import type { Bank } from '../banks/bank-directory.ts';
import { type RereadDeps, rereadCallbacks } from '../commands/reread-callbacks.ts';

/**
 * Reads again what could not be read of a bank: once after the start, which may have brought a reader that
 * can, and once for each version of its profile, which may name another dialect.
 */
export function rereadOnce(deps: RereadDeps): (bank: Bank) => Promise<void> {
  const reread = new Set<string>();
  return async (bank) => {
    const key = `${bank.id}:${bank.version}`;
    if (reread.has(key)) return;
    await rereadCallbacks(deps, bank);
    reread.add(key);
  };
}
