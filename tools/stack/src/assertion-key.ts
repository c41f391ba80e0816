import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@gx/core';
import { ASSERTION_SIGNING_SPEC, type AssertionKey, readConfig } from '@gx/runtime';
import { type Assertion, signAssertion } from '@gx/runtime/grpc';

/** PEM: what assertions are signed with, and what they are verified with. */
type KeyPair = { readonly signing: string; readonly verification: string };

let own: (KeyPair & { readonly key: AssertionKey }) | undefined;

function newPair(): KeyPair & { readonly key: AssertionKey } {
  const pair = generateKeyPairSync('ed25519');
  const signing = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const verification = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const env = { ASSERTION_SIGNING_KEY: signing, ASSERTION_VERIFICATION_KEYS: verification };
  const key = readConfig(env, ASSERTION_SIGNING_SPEC).ASSERTION_SIGNING_KEY?.();
  if (key === undefined) throw new Error('a key that was just made is there');
  return { signing, verification, key };
}

/** One for this process: what it starts and what it calls with believe each other. */
export function localAssertionKey(): KeyPair & { readonly key: AssertionKey } {
  own ??= newPair();
  return own;
}

/** What `keys` would say at the admission of a merchant. */
export const localAssertion = (
  assertion: Pick<Assertion, 'tenant'> & Partial<Assertion>,
  now = new Date(),
): Promise<string> => signAssertion(localAssertionKey().key, { fingerprint: newId('apiKey'), ...assertion }, now);
