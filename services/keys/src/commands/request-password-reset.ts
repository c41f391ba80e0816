import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';

/**
 * Notes that somebody wants another password: whether the e-mail is a user's is seen later, by a job, so that
 * no answer and no time of one says it.
 */
export async function requestPasswordReset(
  { resetRequests, mails }: Pick<Deps, 'resetRequests' | 'mails'>,
  now: Date,
  email: string,
): Promise<void> {
  await resetRequests.put({ id: randomUUID(), email, at: now });
  mails?.wake();
}
