import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@gx/core';
import { ASSERTION_SIGNING_SPEC, readConfig } from '@gx/runtime';
import { type Assertion, signAssertion } from '@gx/runtime/grpc';

/** PEM: what assertions are signed with, and what they are verified with. */
type KeyPair = { readonly signing: string; readonly verification: string };

let own: KeyPair | undefined;

/** One for this process: what it starts and what it calls with believe each other. */
export function localAssertionKey(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  own ??= {
    signing: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    verification: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  return own;
}

/** What `keys` would say at the admission of a merchant. */
export function localAssertion(assertion: Pick<Assertion, 'tenant'> & Partial<Assertion>): Promise<string> {
  const { signing, verification } = localAssertionKey();
  const env = { ASSERTION_SIGNING_KEY: signing, ASSERTION_VERIFICATION_KEYS: verification };
  const { ASSERTION_SIGNING_KEY: key } = readConfig(env, ASSERTION_SIGNING_SPEC);
  if (key === undefined) throw new Error('a key that was just made is there');
  return signAssertion(key(), { fingerprint: newId('apiKey'), ...assertion }, new Date());
}
