import type { Logger } from '@gx/runtime';
import type { OlderRefunds } from '../store/refunds-of-payees.ts';

export type EncryptPayeesDeps = { readonly older: OlderRefunds; readonly log: Logger };

/**
 * Brings what an older version stored under the keys of whom refunds go to, so that they can be erased too.
 */
export const encryptPayees =
  ({ older, log }: EncryptPayeesDeps) =>
  async (): Promise<void> => {
    const refunds = await older.encryptAll((id, err) =>
      log.error(
        { alarm: 'payee_unreadable', refund_id: id, err },
        'what an old refund says of whom it goes to does not open',
      ),
    );
    if (refunds > 0) log.info({ refunds }, 'refunds of an older version are under the keys of their payees');
  };
