import type { Id } from '@gx/core';
import type { Collection } from 'mongoose';
import type { Link, LinkKind } from '../domain/link.ts';

/**
 * In the document of the user whom it goes to: due then, or claimed until then. Absent: nothing is to be
 * sent.
 */
export type MailedDocument = {
  readonly _id: Id<'user'>;
  readonly email: string;
  readonly name: string;
  readonly link?: Link;
  readonly mailAt?: Date;
};
/** A mail to be sent, by the one who claimed it, with the secret whose hash it was claimed with. */
export type DueMail = {
  readonly id: string;
  readonly userId: Id<'user'>;
  readonly kind: LinkKind;
  readonly email: string;
  readonly name: string;
  readonly expiresAt: Date;
  readonly hasEnded: boolean;
  readonly attempts: number;
};

/** Due, whatever the time is. */
export const AT_ONCE = new Date(0);
export const MAIL_INDEX = [{ mailAt: 1 }, { partialFilterExpression: { mailAt: { $exists: true } } }] as const;
export const LINK_INDEX = [
  { 'link.hashes': 1 },
  { partialFilterExpression: { 'link.hashes': { $exists: true } } },
] as const;

/** Longer than the mail hook may take. */
const LEASE_MS = 30_000;
/** Of so many mails the secrets count: an older one was not taken hours ago, and all since neither. */
const HASHES_MAX = 10;

/** The mails that users are to be sent. All due times are the database's. */
export function mailQueue(users: Pick<Collection, 'findOneAndUpdate' | 'updateOne'>) {
  return {
    /**
     * The mail that waits longest, for so long for this caller alone; the secret of this hash opens its
     * link.
     */
    async claim(hash: string): Promise<DueMail | undefined> {
      const claimed = {
        mailAt: { $add: ['$$NOW', LEASE_MS] },
        'link.attempts': { $add: ['$link.attempts', 1] },
        'link.hashes': { $slice: [{ $concatArrays: ['$link.hashes', [hash]] }, -HASHES_MAX] },
      };
      const due = { mailAt: { $gte: AT_ONCE }, $expr: { $lte: ['$mailAt', '$$NOW'] } };
      const options = { sort: { mailAt: 1 }, returnDocument: 'after' } as const;
      const found = (await users.findOneAndUpdate(due, [{ $set: claimed }], options)) as MailedDocument | null;
      if (found?.link === undefined || found.mailAt === undefined) return undefined;
      const { _id: userId, email, name, link } = found;
      const { id, kind, expiresAt, attempts } = link;
      const hasEnded = expiresAt.getTime() <= found.mailAt.getTime() - LEASE_MS;
      return { id, userId, kind, email, name, expiresAt, hasEnded, attempts };
    },

    /** Nothing more is to be sent of this link; of another one that took its place there is. */
    async close({ userId, id }: DueMail): Promise<void> {
      await users.updateOne({ _id: userId as never, 'link.id': id }, { $unset: { mailAt: 1 } });
    },

    /** It is to be sent again after so long. */
    async reschedule({ userId, id }: DueMail, waitMs: number): Promise<void> {
      const waits = { _id: userId as never, 'link.id': id, mailAt: { $gte: AT_ONCE } };
      await users.updateOne(waits, [{ $set: { mailAt: { $add: ['$$NOW', waitMs] } } }]);
    },
  };
}
export type MailQueue = ReturnType<typeof mailQueue>;
