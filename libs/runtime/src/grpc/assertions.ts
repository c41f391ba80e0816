import type { Id, Tenant } from '@gx/core';
import { errors, jwtVerify, SignJWT } from 'jose';
import { ConfigError } from '../config/config.ts';
import { type AssertionKey, type AssertionsConfig, isAmong } from './assertions-config.ts';

/** For whom a call is made, by the word of `keys` (decisions, section 13). */
export type Assertion = {
  readonly tenant: Tenant;
  /** Of the API key that let the merchant in. */
  readonly fingerprint: string;
  /** The user who issued that key, or rotated it last; absent where an operator did. */
  readonly issuerUserId?: Id<'user'>;
};

/** A call takes 12 s at most, and a key is looked up each second. */
export const ASSERTION_SECONDS = 60;

const ALGORITHM = 'Ed25519';
const ISSUER = 'keys';
const AUDIENCE = 'gx-services';
/** Each clock may be a minute wrong: it is good for so long more, and may begin so much ahead. */
export const CLOCKS_DIFFER_SECONDS = 120;
/** So many are remembered as verified. */
const REMEMBERED_MAX = 10_000;
/** So often at most is the list read for keys that it does not hold. */
const LOOK_AGAIN_MS = 100;
const UNASSERTED_MAX_MS = 7 * 86_400_000;

/** A JWT: the account is its subject, the rest stands in claims of our own. */
export function signAssertion({ id, key }: AssertionKey, assertion: Assertion, now: Date): Promise<string> {
  const { tenant, fingerprint, issuerUserId } = assertion;
  const issuer = issuerUserId === undefined ? {} : { issuer_user_id: issuerUserId };
  return new SignJWT({ livemode: tenant.livemode, fingerprint, ...issuer })
    .setProtectedHeader({ alg: ALGORITHM, kid: id })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(tenant.accountId)
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + ASSERTION_SECONDS)
    .sign(key);
}

type Verified = { readonly assertion: Assertion; readonly endsAtMs: number };

/** It has not ended, and could have begun. */
function isGoodAt(at: Date, { endsAtMs }: Verified): boolean {
  const couldBeginMs = at.getTime() + (ASSERTION_SECONDS + 2 * CLOCKS_DIFFER_SECONDS) * 1_000;
  return at.getTime() < endsAtMs && endsAtMs <= couldBeginMs;
}

/** By whose word this process believes for whom a call is made; `keys` gives its own. */
export class Assertions {
  readonly #config: AssertionsConfig;
  #keys: ReadonlyMap<string, AssertionKey> = new Map();
  #own: AssertionKey | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** A gateway sends one with every call of a second. */
  #verified = new Map<string, Verified>();

  /** Throws a ConfigError for settings that cannot be used. */
  constructor(config: AssertionsConfig, now: Date) {
    this.#config = config;
    const until = config.UNASSERTED_CALLS_UNTIL?.getTime() ?? 0;
    if (until > now.getTime() + UNASSERTED_MAX_MS)
      throw new ConfigError('UNASSERTED_CALLS_UNTIL must be at most 7 days ahead');
    this.refresh();
  }

  /** Ids of the keys in use, our own first. */
  get ids(): readonly string[] {
    return [...new Set([...(this.#own === undefined ? [] : [this.#own.id]), ...this.#keys.keys()])];
  }

  /** Until when calls for merchants need none; undefined: they do. */
  unassertedUntil(now: Date): Date | undefined {
    const until = this.#config.UNASSERTED_CALLS_UNTIL;
    return until !== undefined && now < until ? until : undefined;
  }

  /**
   * Takes up the keys that stand in the settings now; what was verified with others is verified anew. A key
   * that others could not verify is not signed with: the one before it stays, and this throws.
   */
  refresh(): void {
    const listed = this.#config.ASSERTION_VERIFICATION_KEYS?.() ?? [];
    this.#readAt = performance.now();
    const keys = new Map(listed.map((one) => [one.id, one]));
    const isSame = keys.size === this.#keys.size && [...keys.keys()].every((id) => this.#keys.has(id));
    this.#keys = keys;
    if (!isSame) this.#verified = new Map();
    const own = this.#config.ASSERTION_SIGNING_KEY?.();
    if (own !== undefined && !isAmong(own, listed))
      throw new ConfigError('ASSERTION_SIGNING_KEY is no key in ASSERTION_VERIFICATION_KEYS');
    this.#own = own;
  }

  /** For a minute; undefined where nobody has given a key to sign with. */
  sign(assertion: Assertion, now: Date): Promise<string> | undefined {
    return this.#own && signAssertion(this.#own, assertion, now);
  }

  /** What it says of a call that is or was made at that moment, or why it is not believed. */
  async read(text: string, at: Date): Promise<Assertion | string> {
    // Of the keys of now: others that come meanwhile have remembered nothing of it.
    const remembered = this.#verified;
    const known = remembered.get(text);
    if (known !== undefined && isGoodAt(at, known)) return known.assertion;
    const verified = await this.#verify(text, at);
    if (typeof verified === 'string') return verified;
    const [oldest] = remembered.size < REMEMBERED_MAX ? [] : remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(text, verified);
    return verified.assertion;
  }

  async #verify(text: string, at: Date): Promise<Verified | string> {
    try {
      const { payload } = await jwtVerify(text, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: at,
        clockTolerance: CLOCKS_DIFFER_SECONDS,
        requiredClaims: ['sub', 'exp', 'livemode', 'fingerprint'],
      });
      const { sub, exp, livemode, fingerprint, issuer_user_id: issuer } = payload;
      const verified: Verified = {
        assertion: {
          tenant: { accountId: sub as Id<'account'>, livemode: livemode === true },
          fingerprint: String(fingerprint),
          ...(issuer === undefined ? {} : { issuerUserId: issuer as Id<'user'> }),
        },
        endsAtMs: (Number(exp) + CLOCKS_DIFFER_SECONDS) * 1_000,
      };
      return isGoodAt(at, verified) ? verified : 'its assertion is good for longer than one is';
    } catch (error) {
      if (error instanceof errors.JOSEError) return `its assertion is not good: ${error.code}`;
      throw error;
    }
  }

  #keyOf(kid: string | undefined) {
    const found = this.#keys.get(kid ?? '') ?? this.#lookAgain(kid ?? '');
    if (found === undefined) throw new errors.JWKSNoMatchingKey();
    return found.key;
  }

  /** A key that came a moment ago is looked for in its file before anybody is accused. */
  #lookAgain(kid: string): AssertionKey | undefined {
    try {
      if (performance.now() - this.#readAt > LOOK_AGAIN_MS) this.refresh();
    } catch {
      // The job that follows the files says what is wrong with them.
    }
    return this.#keys.get(kid);
  }
}
