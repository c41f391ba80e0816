import type { Logger } from '@gx/runtime';
import type { OlderPayouts } from '../store/older-payouts.ts';

export type EncryptPayeesDeps = { readonly older: OlderPayouts; readonly log: Logger };

/** Brings what an older version stored under the keys of its payees, so that they can be erased too. */
export const encryptPayees =
  ({ older, log }: EncryptPayeesDeps) =>
  async (): Promise<void> => {
    const payouts = await older.encryptAll((id, err) =>
      log.error(
        { alarm: 'payee_unreadable', payout_id: id, err },
        'what an old payout says of its payee does not open',
      ),
    );
    if (payouts > 0) log.info({ payouts }, 'payouts of an older version are under the keys of their payees');
  };
