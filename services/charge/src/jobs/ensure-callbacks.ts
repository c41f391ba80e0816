import type { BankDirectory } from '../banks/bank-directory.ts';
import { type RegisterDeps, registerCallbacks } from '../commands/register-callbacks.ts';

type Deps = RegisterDeps & { readonly banks: BankDirectory };

/**
 * Has every bank send its callbacks to us: once after the start whatever is on record, then for those that
 * have not confirmed.
 */
export function ensureCallbacks(deps: Deps): () => Promise<void> {
  const ensured = new Set<string>();
  return async () => {
    for (const bank of await deps.banks.usable()) {
      const key = `${bank.id}:${bank.version}`;
      if (ensured.has(key) && bank.callbacksRegistered) continue;
      if (await registerCallbacks(deps, bank)) ensured.add(key);
    }
  };
}
