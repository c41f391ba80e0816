import type { Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { BankProfileStore } from '../store/bank-profiles.ts';

type Deps = { readonly banks: BankDirectory; readonly profiles: BankProfileStore; readonly log: Logger };

/** Makes one bank send its notices to us; whether it confirmed. */
export async function registerNotices({ profiles, log }: Omit<Deps, 'banks'>, bank: Bank): Promise<boolean> {
  const outcome = await bank.provider.registerNotificationUrl(bank.noticeUrl);
  if (outcome.kind !== 'done') {
    const reason =
      outcome.kind === 'declined' ? outcome.code : outcome.kind === 'pending' ? outcome.kind : outcome.cause.reason;
    log.warn({ bank_profile: bank.id, reason }, 'the bank has not confirmed where its notices go');
    return false;
  }
  await profiles.noticesGoTo(bank.id, bank.version, bank.noticeUrl);
  return true;
}

/** Ensures it for every bank: once after the start whatever is on record, then for those that have not confirmed. */
export function ensureNotices(deps: Deps): () => Promise<void> {
  const ensured = new Set<string>();
  return async () => {
    for (const bank of await deps.banks.all()) {
      const key = `${bank.id}:${bank.version}`;
      if (ensured.has(key) && bank.noticesRegistered) continue;
      if (await registerNotices(deps, bank)) ensured.add(key);
    }
  };
}
