import { EVENT_OWNERS, type EventOwner } from '@gx/contracts';
import {
  type ConfigOf,
  demanding,
  followed,
  moment,
  optional,
  type Reader,
  type SettingSource,
  type Spec,
  setting,
} from '../config/config.ts';
import { type Ed25519Key, ed25519Id, ed25519PublicKey, ed25519SigningKey } from '../crypto/ed25519.ts';
import { EVENTS_SPEC } from './kafka-config.ts';

/** What an owner signs its events with. */
export type SigningKey = Ed25519Key & { readonly owner: EventOwner };
/** What an owner's events are verified with. */
export type VerificationKey = Ed25519Key & { readonly owner: EventOwner };

/** The private key of an owner. */
const signingKey = (owner: EventOwner): Reader<SigningKey> => ({
  ...ed25519SigningKey,
  parse: (raw) => {
    const read = ed25519SigningKey.parse(raw);
    return read instanceof Error ? read : { owner, ...read };
  },
});

/** A certificate stands for the key in it: its name and its dates are not read. */
const ENTRY = /^([a-z-]+)\s+(-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \3-----)\s*/;

/** The public keys of every owner: the owner's name, then a key of it in PEM, as often as needed. */
export const verificationKeys: Reader<readonly VerificationKey[]> = {
  kind: 'Ed25519 public keys in PEM, each behind the name of its owner',
  parse: (raw) => {
    const keys = new Map<string, VerificationKey>();
    let rest = raw.trim();
    for (let place = 1; rest !== ''; place += 1) {
      const [entry = '', owner = '', pem = ''] = ENTRY.exec(rest) ?? [];
      const read = entryOf(owner, pem);
      if (typeof read === 'string') return new Error(`${read}; wrong: ${place}`);
      const known = keys.get(read.id) ?? read;
      if (known.owner !== read.owner)
        return new Error(`must hold no key of two owners; ${read.owner} has one of ${known.owner}`);
      keys.set(read.id, read);
      rest = rest.slice(entry.length);
    }
    const owned = new Set([...keys.values()].map(({ owner }) => owner));
    const missing = EVENT_OWNERS.filter((owner) => !owned.has(owner));
    return missing.length > 0 ? new Error(`must hold a key of ${missing.join(', ')}`) : [...keys.values()];
  },
};

function entryOf(name: string, pem: string): VerificationKey | string {
  const owner = EVENT_OWNERS.find((one) => one === name);
  if (owner === undefined) return `must hold owners (${EVENT_OWNERS.join(', ')}), each before a public key in PEM`;
  const key = ed25519PublicKey(pem);
  return key === undefined ? 'must hold Ed25519 keys' : { owner, id: ed25519Id(key), key };
}

const KEYS = 'EVENT_VERIFICATION_KEYS';

/** What every service that consumes events reads. */
export const CONSUMER_SPEC = {
  ...EVENTS_SPEC,
  [KEYS]: setting(
    'whose events are whose: the public keys of all services that publish; a file (`EVENT_VERIFICATION_KEYS_FILE`) is followed when it is replaced',
    followed(verificationKeys),
  ),
  UNSIGNED_EVENTS_UNTIL: setting(
    'until then, and for 7 days at most, events without a signature are applied: for an upgrade from a version that signed none (operations/upgrade.md)',
    optional(moment()),
  ),
} as const satisfies Spec;

/** What a service reads that publishes events too. */
export const publisherSpec = (owner: EventOwner) => ({
  ...CONSUMER_SPEC,
  EVENT_SIGNING_KEY: setting(
    'signs the events of this service; its public key stands in `EVENT_VERIFICATION_KEYS`. A file (`EVENT_SIGNING_KEY_FILE`) is followed when it is replaced',
    demanding(followed(signingKey(owner)), (given) => {
      const [own, all] = [
        signingKey(owner).parse(given('EVENT_SIGNING_KEY') ?? ''),
        verificationKeys.parse(given(KEYS) ?? ''),
      ];
      if (own instanceof Error || all instanceof Error || isListed(own, all)) return undefined;
      return `is no key of ${owner} in ${KEYS}`;
    }),
  ),
});

/** Whether others know this key as its owner's. */
export const isListed = ({ owner, id }: SigningKey, all: readonly VerificationKey[]): boolean =>
  all.some((one) => one.owner === owner && one.id === id);

export type EventsConfig = ConfigOf<typeof CONSUMER_SPEC> & { readonly EVENT_SIGNING_KEY?: SettingSource<SigningKey> };
