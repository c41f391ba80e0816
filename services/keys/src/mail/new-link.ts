import { randomBytes, randomUUID } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import { type Link, type LinkKind, newLink } from '../domain/link.ts';

const SECRET_BYTES = 24;

/** A link that nobody has the secret of yet: each mail gets its own. */
export const linkFor = (kind: LinkKind, now: Date): Link => newLink(randomUUID(), kind, now);

/** 192 random bits for one mail, and what is kept of them. */
export function newLinkSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: sha256Hex(secret) };
}
