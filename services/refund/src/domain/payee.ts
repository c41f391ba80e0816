import { type CustomerName, invariant, ownerOfPixKey, parsePixKey, readBrCode } from '@gx/core';

/**
 * Whose the data of a cashout is: the owner's of its key where a document is known, else the key names
 * somebody.
 */
export const payeeOf = (destinationKey: string, owner?: string): CustomerName => owner ?? ownerOfPixKey(destinationKey);

/** The payee behind a Pix key or Pix code; undefined for a text that is neither. */
export function payeeBehind(text: string): CustomerName | undefined {
  const key = parsePixKey(text);
  if (key !== undefined) return ownerOfPixKey(key);
  const code = readBrCode(text);
  if (typeof code === 'string') return undefined;
  const within = code.kind === 'static' ? parsePixKey(code.key) : undefined;
  // A refund goes to keys alone: no other code names anybody.
  return within === undefined ? { destination: text } : ownerOfPixKey(within);
}

/** Where an accepted cashout goes, by whatever says so. Throws where nothing does. */
export function destinationOf(
  { destinationKey, body }: { readonly destinationKey: string | null; readonly body: string | null },
  keyIn: (body: string) => string | undefined,
): string {
  const key = destinationKey ?? (body === null ? undefined : keyIn(body));
  invariant(key !== undefined, 'a cashout that goes nowhere');
  return key;
}
