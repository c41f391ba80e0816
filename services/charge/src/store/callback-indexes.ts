import type { Connection } from 'mongoose';

export const CALLBACKS_COLLECTION = 'provider_callbacks';
/**
 * Handled callbacks are known this long, and those that could not be read; what they brought is in the
 * charges.
 */
const KEPT_SECONDS = 90 * 86_400;
const KEPT_IN_TEST_MODE_SECONDS = 30 * 86_400;

export const WAITING = { state: 'waiting' } as const;
/** A few, or a bank whose words we do not know. */
export const UNREADABLE = { outcome: 'unreadable' } as const;
/** Attempted, and waiting for its next time: few are, and most callbacks never. */
export const RESCHEDULED = { state: 'waiting', claim: null, attempts: { $gt: 0 } } as const;
export const RESCHEDULED_BY = { endToEndId: 'rescheduled_by_pix', orderReference: 'rescheduled_by_order' } as const;

/** Makes the indexes that are missing. */
export async function makeCallbackIndexes(connection: Connection): Promise<void> {
  const rescheduled = Object.entries(RESCHEDULED_BY).map(([field, name]) => ({
    key: { bankProfileId: 1, [field]: 1 } as const,
    name,
    partialFilterExpression: RESCHEDULED,
  }));
  await connection.collection(CALLBACKS_COLLECTION).createIndexes([
    ...rescheduled,
    { key: { bankProfileId: 1, elementKey: 1 }, name: 'element', unique: true },
    // The state is a key too: which banks wait is read from the index alone.
    { key: { state: 1, bankProfileId: 1, dueAt: 1 }, name: 'due_of_bank', partialFilterExpression: WAITING },
    { key: { bankProfileId: 1, _id: 1 }, name: 'unreadable', partialFilterExpression: UNREADABLE },
    { key: { handledAt: 1 }, name: 'kept', expireAfterSeconds: KEPT_SECONDS },
    {
      key: { handledAt: 1 },
      name: 'kept_in_test_mode',
      expireAfterSeconds: KEPT_IN_TEST_MODE_SECONDS,
      partialFilterExpression: { livemode: false },
    },
  ]);
}
