import type { Logger } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { BankProfileStore } from '../store/bank-profiles.ts';

export type RegisterDeps = { readonly profiles: BankProfileStore; readonly log: Logger };

/** Makes one bank send its notices to us; whether it confirmed. */
export async function registerNotices({ profiles, log }: RegisterDeps, bank: Bank): Promise<boolean> {
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
