import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Id, Tenant } from '@gx/core';

/**
 * The layout of a record; another one is kept in another field, so that versions beside each other do not
 * meet.
 */
const LAYOUT = '1';
const FIELD_CHARACTERS = 12;
const SECRET_BYTES = 32;

/**
 * What Redis keeps of a key: until when by its own clock, whose it is, and an HMAC-SHA-256 over both and the
 * key's fingerprint. A record is believed by who has the secret that it was signed with, so an intruder who
 * writes to Redis lets nobody in. Without a secret each process has one of its own and believes itself alone.
 */
export function keyRecords(secret: string | Buffer = randomBytes(SECRET_BYTES)) {
  // A key object is made ready once: signing with the bytes costs six times as much.
  const key = createSecretKey(Buffer.from(secret));
  const sign = (...of: readonly (string | number)[]): string =>
    createHmac('sha256', key)
      .update([LAYOUT, ...of].join(' '))
      .digest('base64url');
  return {
    /** Where in a key's record those stand that this secret has signed. */
    field: `${LAYOUT}:${sign('field').slice(0, FIELD_CHARACTERS)}`,

    encrypt(fingerprint: string, { accountId, livemode }: Tenant, untilMs: number): string {
      const environment = livemode ? 'live' : 'test';
      return [untilMs, environment, accountId, sign(fingerprint, untilMs, environment, accountId)].join(' ');
    },

    /** Undefined for what was not signed here for this key: then it is looked up as if there were none. */
    open(fingerprint: string, record: string): Tenant | undefined {
      const [untilMs = '', environment = '', accountId = '', signature = ''] = record.split(' ');
      const given = Buffer.from(signature);
      const own = Buffer.from(sign(fingerprint, untilMs, environment, accountId));
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
      return { accountId: accountId as Id<'account'>, livemode: environment === 'live' };
    },
  };
}
export type KeyRecords = ReturnType<typeof keyRecords>;
