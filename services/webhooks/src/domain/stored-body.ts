import { invariant, parseJson } from '@gx/core';

/** What a body holds of a person, under the person's key at charge. */
export type HiddenValues = { readonly keyId: string; readonly ciphertext: string };
type StoredBody = { readonly body: string; readonly hidden?: HiddenValues };

/** `JSON.stringify` never writes one. */
const SEPARATOR = '\n';

/**
 * A body as it is stored, passed on and copied: with a null for each personal value, and behind it,
 * encrypted, what stands in their places when it leaves. Without such values it is the body alone.
 */
export const storedBody = ({ body, hidden }: StoredBody): string =>
  hidden === undefined
    ? body
    : [body, JSON.stringify({ keyId: hidden.keyId, ciphertext: hidden.ciphertext })].join(SEPARATOR);

/** The same taken apart. */
export function partsOfStored(stored: string): StoredBody {
  const at = stored.indexOf(SEPARATOR);
  if (at === -1) return { body: stored };
  const { keyId, ciphertext } = parseJson(stored.slice(at + 1)) as Partial<HiddenValues>;
  invariant(typeof keyId === 'string' && typeof ciphertext === 'string', 'what a body hides is not under a key');
  return { body: stored.slice(0, at), hidden: { keyId, ciphertext } };
}
