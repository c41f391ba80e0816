import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AccountState, accountStateIn, type Id, type Tenant } from '@gx/core';

/**
 * The layout of a record; another one is kept in another field, so that versions beside each other do not
 * meet.
 */
const LAYOUT = '3';
const FIELD_CHARACTERS = 12;
const SECRET_BYTES = 32;
/** In the place of the issuer of a key that no user issued. */
const NOBODY = '-';

/** Who is behind an API key, beside the account that it is of. */
export type Caller = {
  /**
   * The user who issued the key, or rotated it last; absent where an operator's program did, and of keys that
   * are older than users with roles. This user may not approve the key's payouts.
   */
  readonly issuerUserId?: Id<'user'>;
};
export type ResolvedCaller = Tenant & Caller & { readonly accountState: AccountState };

/**
 * What Redis keeps of a key: until when by its own clock, whose it is, who issued it and what its account
 * may do, and an HMAC-SHA-256 over all of it and the key's fingerprint. A record is believed by who has the
 * secret that it was signed with, so an intruder who writes to Redis lets nobody in. Without a secret each
 * process has one of its own and believes itself alone.
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

    encrypt(fingerprint: string, caller: ResolvedCaller, untilMs: number): string {
      const { accountId, livemode, issuerUserId, accountState } = caller;
      const fields = [untilMs, livemode ? 'live' : 'test', accountId, issuerUserId ?? NOBODY, accountState] as const;
      return [...fields, sign(fingerprint, ...fields)].join(' ');
    },

    /** Undefined for what was not signed here for this key: then it is looked up as if there were none. */
    open(fingerprint: string, record: string): ResolvedCaller | undefined {
      const [untilMs = '', environment = '', accountId = '', issuer = '', state = '', signature = ''] =
        record.split(' ');
      const given = Buffer.from(signature);
      const own = Buffer.from(sign(fingerprint, untilMs, environment, accountId, issuer, state));
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
      return {
        accountId: accountId as Id<'account'>,
        livemode: environment === 'live',
        accountState: accountStateIn(state),
        ...(issuer === NOBODY ? {} : { issuerUserId: issuer as Id<'user'> }),
      };
    },
  };
}
export type KeyRecords = ReturnType<typeof keyRecords>;
