import {
  type ConfigOf,
  demanding,
  followed,
  moment,
  optional,
  type Reader,
  type SettingLookUp,
  type SettingSource,
  type Spec,
  setting,
} from '../config/config.ts';
import { type Ed25519Key, ed25519Id, ed25519PublicKey, ed25519SigningKey } from '../crypto/ed25519.ts';

/** A key of `keys` for assertions. */
export type AssertionKey = Ed25519Key;

const SIGNING = 'ASSERTION_SIGNING_KEY';
const VERIFICATION = 'ASSERTION_VERIFICATION_KEYS';
const PLAINTEXT = 'ALLOW_PLAINTEXT_GRPC';
const PEM = /-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----/g;

const verificationKeys: Reader<readonly AssertionKey[]> = {
  kind: 'Ed25519 public keys in PEM, one after the other',
  parse: (raw) => {
    const keys = (raw.match(PEM) ?? []).map(ed25519PublicKey).filter((key) => key !== undefined);
    const isWhole = keys.length > 0 && raw.replaceAll(PEM, '').trim() === '';
    if (!isWhole) return new Error('must hold Ed25519 public keys in PEM, and nothing else');
    return keys.map((key) => ({ id: ed25519Id(key), key }));
  },
};

/**
 * Without TLS nobody knows who calls, and nothing is demanded of a call. Some have it while services change.
 */
const isPlaintext = (given: SettingLookUp): boolean =>
  given(PLAINTEXT) !== undefined && given('GRPC_TLS_STEP') === undefined;

const unlessPlaintext = (given: SettingLookUp): string | undefined =>
  given(VERIFICATION) === undefined && !isPlaintext(given)
    ? `is demanded: without it any caller named \`gateway\` could act for any merchant`
    : undefined;

/** What every service reads whose RPCs the gateway calls for merchants. */
export const ASSERTIONS_SPEC = {
  [VERIFICATION]: setting(
    'by whose word it is believed for which merchant a call is made: the public keys of `keys`. A file (`ASSERTION_VERIFICATION_KEYS_FILE`) is followed when it is replaced',
    demanding(optional(followed(verificationKeys)), unlessPlaintext),
  ),
  UNASSERTED_CALLS_UNTIL: setting(
    'until then, and for 7 days at most, calls for merchants without an assertion are let in: for an upgrade from a version that made none (operations/upgrade.md)',
    optional(moment()),
  ),
} as const satisfies Spec;

/** Whether others know a key by which one signs. */
export const isAmong = ({ id }: AssertionKey, all: readonly AssertionKey[]): boolean =>
  all.some((one) => one.id === id);

function unlessListed(given: SettingLookUp): string | undefined {
  const own = given(SIGNING);
  if (own === undefined) {
    return isPlaintext(given) ? undefined : 'is demanded: without it the gateway could call nobody';
  }
  const [read, all] = [ed25519SigningKey.parse(own), verificationKeys.parse(given(VERIFICATION) ?? '')];
  if (read instanceof Error || all instanceof Error || isAmong(read, all)) return undefined;
  return `is no key in ${VERIFICATION}`;
}

/** What `keys` reads beside it. */
export const ASSERTION_SIGNING_SPEC = {
  [SIGNING]: setting(
    'signs for which merchant a call is made; its public key stands in `ASSERTION_VERIFICATION_KEYS` of every service. A file (`ASSERTION_SIGNING_KEY_FILE`) is followed when it is replaced',
    demanding(optional(followed(ed25519SigningKey)), unlessListed),
  ),
} as const satisfies Spec;

export type AssertionsConfig = ConfigOf<typeof ASSERTIONS_SPEC> & {
  readonly ASSERTION_SIGNING_KEY?: SettingSource<AssertionKey> | undefined;
};
