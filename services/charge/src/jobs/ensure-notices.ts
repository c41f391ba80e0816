import type { BankDirectory } from '../banks/bank-directory.ts';
import { type RegisterDeps, registerNotices } from '../commands/register-notices.ts';

type Deps = RegisterDeps & { readonly banks: BankDirectory };

/**
 * Has every bank send its notices to us: once after the start whatever is on record, then for those that have
 * not confirmed.
 */
export function ensureNotices(deps: Deps): () => Promise<void> {
  const ensured = new Set<string>();
  return async () => {
    for (const bank of await deps.banks.usable()) {
      const key = `${bank.id}:${bank.version}`;
      if (ensured.has(key) && bank.noticesRegistered) continue;
      if (await registerNotices(deps, bank)) ensured.add(key);
    }
  };
}
