import type { Bank } from '../banks/bank-directory.ts';
import { type RegisterDeps, registerCallbacks } from '../commands/register-callbacks.ts';

/**
 * Has a bank send its callbacks to us: once after the start whatever is on record, then while it has not
 * confirmed.
 */
export function ensureCallbacks(deps: RegisterDeps): (bank: Bank) => Promise<void> {
  const ensured = new Set<string>();
  return async (bank) => {
    const key = `${bank.id}:${bank.version}`;
    if (ensured.has(key) && bank.callbacksRegistered) return;
    if (await registerCallbacks(deps, bank)) ensured.add(key);
  };
}
