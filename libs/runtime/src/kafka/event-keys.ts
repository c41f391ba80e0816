import { type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { parseSignature, type SignedParts, signatureText, signedBytes, topicOwner } from '@gx/contracts';
import { invariant } from '@gx/core';
import { ConfigError } from '../config/config.ts';
import { type EventsConfig, isListed, type SigningKey, type VerificationKey } from './event-keys-config.ts';

/** An event and what stands in its header `gx-signature`. */
export type ClaimedEvent = SignedParts & { readonly signature: string | undefined };

// Off the event loop: a batch of a thousand would stop it for a tenth of a second.
const signed = promisify<null, Buffer, KeyObject, Buffer>(sign);
const isVerified = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify);

/** So often at most is the list read for keys that it does not hold. */
const LOOK_AGAIN_MS = 100;
const UNSIGNED_MAX_MS = 7 * 86_400_000;

/**
 * The keys of events in this process: its own, if it publishes, and what those of all owners are verified
 * with.
 */
export class EventKeys {
  readonly #config: EventsConfig;
  readonly #now: () => Date;
  #known: ReadonlyMap<string, VerificationKey> = new Map();
  #own: SigningKey | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  /** Throws a ConfigError for keys that cannot be used. */
  constructor(config: EventsConfig, now: () => Date) {
    this.#config = config;
    this.#now = now;
    const until = config.UNSIGNED_EVENTS_UNTIL?.getTime() ?? 0;
    if (until > now().getTime() + UNSIGNED_MAX_MS)
      throw new ConfigError('UNSIGNED_EVENTS_UNTIL must be at most 7 days ahead');
    this.refresh();
  }

  /** Until when events without a signature are applied; undefined: they are not. */
  get unsignedUntil(): Date | undefined {
    const until = this.#config.UNSIGNED_EVENTS_UNTIL;
    return until !== undefined && this.#now() < until ? until : undefined;
  }

  /** Ids of the keys in use, our own first. */
  get ids(): readonly string[] {
    return [...new Set([...(this.#own === undefined ? [] : [this.#own.id]), ...this.#known.keys()])];
  }

  /**
   * Takes up what stands in the settings now. A key that others could not verify is not signed with: the one
   * before it stays, and this throws.
   */
  refresh(): void {
    this.#readAt = performance.now();
    const known = this.#config.EVENT_VERIFICATION_KEYS();
    this.#known = new Map(known.map((one) => [one.id, one]));
    const own = this.#config.EVENT_SIGNING_KEY?.();
    if (own !== undefined && !isListed(own, known))
      throw new ConfigError(`EVENT_SIGNING_KEY is no key of ${own.owner} in EVENT_VERIFICATION_KEYS`);
    this.#own = own;
  }

  /** The header `gx-signature` of an event of ours. */
  async sign(parts: SignedParts): Promise<string> {
    const own = this.#own;
    invariant(own !== undefined && own.owner === topicOwner(parts.topic), `${parts.topic} is no topic of ours`);
    return signatureText({ keyId: own.id, signature: await signed(null, signedBytes(parts), own.key) });
  }

  /** Why nobody may believe that the topic's owner has published this; undefined for an event of its own. */
  async refusalOf({ signature, ...parts }: ClaimedEvent): Promise<string | undefined> {
    if (signature === undefined) return this.unsignedUntil === undefined ? 'it has no signature' : undefined;
    const claim = parseSignature(signature);
    if (claim === undefined) return 'what stands for its signature is none';
    const key = this.#find(claim.keyId);
    if (key === undefined) return `nobody has the key ${claim.keyId}`;
    const owner = topicOwner(parts.topic);
    if (key.owner !== owner) return `${key.owner} has signed it, and the topic is of ${owner ?? 'nobody'}`;
    const verified = await isVerified(null, signedBytes(parts), key.key, claim.signature);
    return verified ? undefined : 'its signature is of something else';
  }

  /** A key that came a moment ago is looked for in its file before anybody is accused. */
  #find(id: string): VerificationKey | undefined {
    if (!this.#known.has(id) && performance.now() - this.#readAt > LOOK_AGAIN_MS) {
      try {
        this.refresh();
      } catch {
        // The job that follows the files says what is wrong with them.
      }
    }
    return this.#known.get(id);
  }
}
