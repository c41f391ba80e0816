import type { Outcome } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { BankProfileStore } from '../store/bank-profiles.ts';

export type RegisterDeps = { readonly profiles: BankProfileStore; readonly log: Logger };

/** Makes one bank send its callbacks to us; whether it confirmed. */
export async function registerCallbacks({ profiles, log }: RegisterDeps, bank: Bank): Promise<boolean> {
  const outcome = await registered(bank);
  if (outcome.kind !== 'done') {
    const reason =
      outcome.kind === 'declined' ? outcome.code : outcome.kind === 'pending' ? outcome.kind : outcome.cause.reason;
    log.warn({ bank_profile: bank.id, reason }, 'the bank has not confirmed where its callbacks go');
    return false;
  }
  await profiles.callbacksGoTo(bank.id, bank.version, bank.callbackUrl);
  return true;
}

/** The bank first, then its acquirer: a profile has confirmed its callbacks when all of it has. */
async function registered({ provider, orders, callbackUrl }: Bank): Promise<Outcome<unknown>> {
  const outcome = await provider.registerCallbackUrl(callbackUrl);
  return outcome.kind === 'done' && orders !== null ? orders.provider.registerCallbackUrl(orders.callbackUrl) : outcome;
}
