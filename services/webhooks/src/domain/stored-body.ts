import { invariant, parseJson } from '@gx/core';

/** Who has the keys of the persons that a body names. */
export type KeyHolder = 'charge' | 'payout';
/** What a body holds of a person, under the person's key there. */
export type HiddenValues = { readonly heldBy: KeyHolder; readonly keyId: string; readonly ciphertext: string };
type StoredBody = { readonly body: string; readonly hidden?: HiddenValues };

/** `JSON.stringify` never writes one. */
const SEPARATOR = '\n';

/**
 * A body as it is stored, passed on and copied: with a null for each personal value, and behind it,
 * encrypted, what stands in their places when it leaves. Without such values it is the body alone.
 */
export function storedBody({ body, hidden }: StoredBody): string {
  if (hidden === undefined) return body;
  const { heldBy, keyId, ciphertext } = hidden;
  // Charge was the only one once.
  return [body, JSON.stringify({ keyId, ciphertext, ...(heldBy === 'charge' ? {} : { heldBy }) })].join(SEPARATOR);
}

/** The same taken apart. */
export function partsOfStored(stored: string): StoredBody {
  const at = stored.indexOf(SEPARATOR);
  if (at === -1) return { body: stored };
  const { heldBy = 'charge', keyId, ciphertext } = parseJson(stored.slice(at + 1)) as Partial<HiddenValues>;
  invariant(typeof keyId === 'string' && typeof ciphertext === 'string', 'what a body hides is not under a key');
  return { body: stored.slice(0, at), hidden: { heldBy, keyId, ciphertext } };
}
