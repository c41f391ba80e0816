import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { addMillis, type Id } from '@gx/core';
import { ADDRESS_FRESH_MS, ADDRESS_KNOWN_MS } from '../domain/known-address.ts';
import type { User } from '../domain/user.ts';
import type { LoginAddressStore } from '../store/login-addresses.ts';

const SECRET_BYTES = 32;
/** Looked up where there is no user, so that an unknown e-mail costs what a known one costs. */
const NOBODY = '00000000-0000-7000-8000-000000000000' as Id<'user'>;

export type KnownAddresses = ReturnType<typeof knownAddresses>;

/**
 * The addresses that users logged in from. What is stored of one is an HMAC over user and address: there are
 * so few addresses that a plain hash would be read by trying them all. Its secret comes from the key that
 * signs login tokens; with another one all addresses are strangers again.
 */
export function knownAddresses(store: LoginAddressStore, signingKey: KeyObject) {
  const pkcs8 = signingKey.export({ type: 'pkcs8', format: 'der' });
  const secret = createSecretKey(Buffer.from(hkdfSync('sha256', pkcs8, '', 'addresses of logins', SECRET_BYTES)));
  const hashOf = (userId: Id<'user'>, address: string): string =>
    createHmac('sha256', secret).update(`${userId} ${address}`).digest('base64url');
  return {
    isKnown: (user: User | undefined, address: string, now: Date): Promise<boolean> => {
      const userId = user?.id ?? NOBODY;
      return store.has(userId, hashOf(userId, address), addMillis(now, -ADDRESS_KNOWN_MS));
    },

    /** Of a user who has just shown a password or a mailed link. A caller without an address leaves none. */
    async remember({ id }: Pick<User, 'id'>, address: string, now: Date): Promise<void> {
      if (address === '') return;
      const hash = hashOf(id, address);
      if (!(await store.has(id, hash, addMillis(now, -ADDRESS_FRESH_MS)))) await store.put(id, hash, now);
    },
  };
}
