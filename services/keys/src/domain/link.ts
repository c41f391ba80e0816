import { addMillis, Refusal } from '@gx/core';
import type { User } from './user.ts';

export type LinkKind = 'invitation' | 'password_reset';
/** A one-time link to a user: what it is for, until when, and how a secret of it is known again. */
export type Link = {
  /** New for each link; those of one mail that was sent again have the same. */
  readonly id: string;
  readonly kind: LinkKind;
  /** SHA-256 of the secret of each mail that may have arrived: each of them opens it. */
  readonly hashes: readonly string[];
  readonly expiresAt: Date;
  /** How often somebody began to have it mailed. */
  readonly attempts: number;
};

const HOUR = 3_600_000;
/**
 * An invitation outlasts somebody's week off; a reset the mail's way and a look into the mailbox, and no
 * more: who reads the mailbox later finds it worthless.
 */
const LIFETIME_MS = { invitation: 7 * 24 * HOUR, password_reset: HOUR } as const satisfies Record<LinkKind, number>;

export const newLink = (id: string, kind: LinkKind, now: Date): Link => ({
  id,
  kind,
  hashes: [],
  expiresAt: addMillis(now, LIFETIME_MS[kind]),
  attempts: 0,
});

/** The secret that somebody has, by its hash, and what it is to open. */
export type LinkKey = { readonly kind: LinkKind; readonly hash: string; readonly now: Date };

/** One answer for a link that is wrong, was used, was taken back or has ended. */
export const linkRefused = (): Refusal =>
  new Refusal('unprocessable_entity', 'The link is wrong, was used already or has ended. Ask for a new one.', {
    param: 'token',
  });

/** The user whom the key opens the way to; refused likewise. */
export function demandLink(user: User | undefined, { kind, hash, now }: LinkKey): User {
  const link = user?.link;
  const opens = link?.kind === kind && link.hashes.includes(hash) && now < link.expiresAt;
  const fits = user?.status === (kind === 'invitation' ? 'invited' : 'active');
  if (user === undefined || !opens || !fits) throw linkRefused();
  return user;
}
