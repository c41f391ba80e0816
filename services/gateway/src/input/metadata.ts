import { isWrittenNumber } from '@gx/core';
import { z } from 'zod';

/** Names with a meaning of their own elsewhere, and any `_*`, are never stored (specification, Limits). */
export const RESERVED: ReadonlySet<string> = new Set(['returnUrl', 'webhookUrl', 'idempotencyKey', 'customerId']);
export const MAX_KEYS = 50;
export const MAX_KEY_LENGTH = 40;
export const MAX_BYTES = 16 * 1024;
export const MAX_DEPTH = 8;

/** For merchants: what of it comes back. */
export const METADATA_DOCS = `Comes back as it is given, but for keys that begin with an underscore and ${[...RESERVED].map((key) => `\`${key}\``).join(', ')}: these are left out. \`returnUrl\`, an https URL, is where the payer’s page leads back to, by whatever method. At most ${MAX_KEYS} keys of ${MAX_KEY_LENGTH} characters, ${MAX_DEPTH} levels, ${MAX_BYTES / 1024} KiB.`;

/**
 * Where the payer is led back to. Not the merchant's data, so it is beside it: neither JSON nor a hash sees a
 * symbol.
 */
export const RETURN_URL: unique symbol = Symbol('returnUrl');
export type Metadata = Readonly<Record<string, unknown>> & { readonly [RETURN_URL]?: string };

/**
 * The merchant's own object, reserved keys stripped. `Object.fromEntries` defines keys, so `__proto__` stays
 * a key.
 */
export const metadata = z
  .unknown()
  .transform((raw, context): Metadata => {
    const { usable, message } = usableOf(raw);
    if (usable !== undefined) return withReturnUrl(usable, raw as Metadata);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: true, description: METADATA_DOCS });

/** What is kept of it, or why nothing is. No value is read before it is known that there are not too many. */
function usableOf(raw: unknown): { usable: Metadata; message?: never } | { usable?: never; message: string } {
  if (!isObject(raw)) return { message: 'must be an object' };
  const keys = Object.keys(raw).filter((key) => !key.startsWith('_') && !RESERVED.has(key));
  if (keys.length > MAX_KEYS) return { message: `must have at most ${MAX_KEYS} keys` };
  const usable: Metadata = Object.fromEntries(keys.map((key) => [key, (raw as Metadata)[key]]));
  const message = problemOf(usable);
  return message === undefined ? { usable } : { message };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const RETURN_URL_MAX = 2_048;

/**
 * Keeps `returnUrl` if a page may link to it; whatever else stands there is stripped like the other reserved
 * keys.
 */
function withReturnUrl(usable: Metadata, { returnUrl }: Metadata): Metadata {
  if (typeof returnUrl !== 'string' || returnUrl.length > RETURN_URL_MAX || !URL.canParse(returnUrl)) return usable;
  const { protocol, username, password, href } = new URL(returnUrl);
  const isLink = protocol === 'https:' && username === '' && password === '';
  return isLink && href.length <= RETURN_URL_MAX ? Object.assign(usable, { [RETURN_URL]: href }) : usable;
}

function problemOf(value: Metadata): string | undefined {
  if (Object.keys(value).some((key) => key.length > MAX_KEY_LENGTH))
    return `keys must have at most ${MAX_KEY_LENGTH} characters`;
  if (depthOf(value) > MAX_DEPTH) return `must be nested at most ${MAX_DEPTH} levels deep`;
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) return `must have at most ${MAX_BYTES / 1024} KiB as JSON`;
  return isText(value) ? undefined : 'must be text without lone surrogates, and keys without NUL';
}

/** Levels of objects and arrays; the edge has bounded them before. */
function depthOf(value: unknown): number {
  if (!isNested(value)) return 0;
  return 1 + Object.values(value).reduce((deepest: number, item) => Math.max(deepest, depthOf(item)), 0);
}

/** Lone surrogates have no UTF-8 and no canonical JSON; a database key cannot hold NUL. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (!isNested(value)) return true;
  if (Array.isArray(value)) return value.every(isText);
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && !key.includes('\u0000') && isText(item));
}

/** An object or array: a number with its own text is neither. */
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isWrittenNumber(value);
