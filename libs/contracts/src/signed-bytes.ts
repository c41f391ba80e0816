/** What the owner of an event signs, as it stands on its topic (decisions, section 13). */
export type SignedParts = {
  /** With the deployment's own prefix: an event of one deployment is none of another. */
  readonly topic: string;
  /** The partition key. */
  readonly key: Uint8Array;
  readonly type: string;
  readonly eventId: string;
  readonly accountId: string;
  /** As the header says it. */
  readonly livemode: string;
  readonly value: Uint8Array;
};

/** Another layout is another word here, so that no signature of one can be read as one of the other. */
const LAYOUT = 'gx-event-v1';
const LENGTH_BYTES = 4;

/**
 * The bytes under an event's signature: the layout's name and each part behind its length (32 bits, big
 * endian), so that no two events have the same bytes.
 */
export function signedBytes({ topic, key, type, eventId, accountId, livemode, value }: SignedParts): Buffer {
  const parts = [LAYOUT, topic, key, type, eventId, accountId, livemode, value];
  return Buffer.concat(parts.flatMap((part) => withLength(typeof part === 'string' ? Buffer.from(part) : part)));
}

function withLength(part: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(part.length);
  return [length, part];
}

const KEY_ID = '[0-9a-f]{16}';
/** 64 bytes in base64url. */
const SIGNATURE = '[A-Za-z0-9_-]{86}';
const HEADER = new RegExp(`^(${KEY_ID})\\.(${SIGNATURE})$`);

/** The header `gx-signature` says which key has signed, and how. */
export type EventSignature = { readonly keyId: string; readonly signature: Buffer };

export const signatureText = ({ keyId, signature }: EventSignature): string =>
  `${keyId}.${signature.toString('base64url')}`;

/** Undefined for what is no signature. */
export function parseSignature(text: string): EventSignature | undefined {
  const [, keyId, signature] = HEADER.exec(text) ?? [];
  if (keyId === undefined || signature === undefined) return undefined;
  return { keyId, signature: Buffer.from(signature, 'base64url') };
}
