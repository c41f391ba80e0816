import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AccountState, accountStateIn, type Id, type Tenant } from '@gx/core';

/**
 * The layout of a record; another one is kept in another field, so that versions beside each other do not
 * meet.
 */
const LAYOUT = '4';
const FIELD_CHARACTERS = 12;
const SECRET_BYTES = 32;
/** In the place of what is not there: the issuer of a key that no user issued, an assertion. */
const NOBODY = '-';

/** Who is behind an API key, beside the account that it is of. */
export type Caller = {
  /**
   * The user who issued the key, or rotated it last; absent where an operator's program did, and of keys that
   * are older than users with roles. This user may not approve the key's payouts.
   */
  readonly issuerUserId?: Id<'user'>;
};
export type ResolvedCaller = Tenant &
  Caller & {
    readonly accountState: AccountState;
    /** The word of `keys` for whom its calls are made; absent where RPCs are in plaintext. */
    readonly assertion?: string;
  };

/**
 * What Redis keeps of a key: until when by its own clock, whose it is, who issued it, what its account may
 * do and the word of `keys` for it, and an HMAC-SHA-256 over all of it and the key's fingerprint. A record
 * is believed by who has the secret that it was signed with, so an intruder who writes to Redis lets nobody
 * in. Without a secret each process has one of its own and believes itself alone.
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
      const { accountId, livemode, issuerUserId = NOBODY, accountState, assertion = NOBODY } = caller;
      const environment = livemode ? 'live' : 'test';
      const fields = [untilMs, environment, accountId, issuerUserId, accountState, assertion] as const;
      return [...fields, sign(fingerprint, ...fields)].join(' ');
    },

    /** Undefined for what was not signed here for this key: then it is looked up as if there were none. */
    open(fingerprint: string, record: string): ResolvedCaller | undefined {
      const fields = record.split(' ');
      const given = Buffer.from(fields.pop() ?? '');
      const own = Buffer.from(sign(fingerprint, ...fields));
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
      const [, environment = '', accountId = '', issuer = '', state = '', assertion = ''] = fields;
      return {
        accountId: accountId as Id<'account'>,
        livemode: environment === 'live',
        accountState: accountStateIn(state),
        ...(issuer === NOBODY ? {} : { issuerUserId: issuer as Id<'user'> }),
        ...(assertion === NOBODY ? {} : { assertion }),
      };
    },
  };
}
export type KeyRecords = ReturnType<typeof keyRecords>;
