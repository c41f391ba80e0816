import { z } from 'zod';

/** Names with a meaning of their own elsewhere, and any `_*`, are never stored (specification, Limits). */
export const RESERVED: ReadonlySet<string> = new Set(['returnUrl', 'webhookUrl', 'idempotencyKey', 'customerId']);
export const MAX_KEYS = 50;
export const MAX_KEY_LENGTH = 40;
export const MAX_BYTES = 16 * 1024;
export const MAX_DEPTH = 8;

/** For merchants: what of it comes back. */
export const METADATA_SAID = `Comes back as it is given, but for keys that begin with an underscore and ${[...RESERVED].map((key) => `\`${key}\``).join(', ')}: these are left out. At most ${MAX_KEYS} keys of ${MAX_KEY_LENGTH} characters, ${MAX_DEPTH} levels, ${MAX_BYTES / 1024} KiB.`;

/** Where the payer is led back to. Not the merchant's data, so it is beside it: neither JSON nor a hash sees a symbol. */
export const RETURN_URL: unique symbol = Symbol('returnUrl');
export type Metadata = Readonly<Record<string, unknown>> & { readonly [RETURN_URL]?: string };

/** The merchant's own object, reserved keys stripped. `Object.fromEntries` defines keys, so `__proto__` stays a key. */
export const metadata = z
  .unknown()
  .transform((raw, context): Metadata => {
    const kept = isObject(raw)
      ? Object.fromEntries(Object.entries(raw).filter(([key]) => !key.startsWith('_') && !RESERVED.has(key)))
      : undefined;
    const message = kept === undefined ? 'must be an object' : problemOf(kept);
    if (kept !== undefined && message === undefined) return withReturnUrl(kept, raw as Metadata);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: true, description: METADATA_SAID });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const RETURN_URL_MAX = 2_048;

/** Keeps `returnUrl` if a page may link to it; whatever else stands there is stripped like the other reserved keys. */
function withReturnUrl(kept: Metadata, { returnUrl }: Metadata): Metadata {
  if (typeof returnUrl !== 'string' || returnUrl.length > RETURN_URL_MAX || !URL.canParse(returnUrl)) return kept;
  const { protocol, username, password, href } = new URL(returnUrl);
  const isLink = protocol === 'https:' && username === '' && password === '';
  return isLink && href.length <= RETURN_URL_MAX ? Object.assign(kept, { [RETURN_URL]: href }) : kept;
}

function problemOf(value: Metadata): string | undefined {
  const keys = Object.keys(value);
  if (keys.length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  if (keys.some((key) => key.length > MAX_KEY_LENGTH)) return `keys must have at most ${MAX_KEY_LENGTH} characters`;
  if (depthOf(value) > MAX_DEPTH) return `must be nested at most ${MAX_DEPTH} levels deep`;
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) return `must have at most ${MAX_BYTES / 1024} KiB as JSON`;
  if (!isText(value)) return 'must be text without lone surrogates, and keys without NUL';
  return isExact(value) ? undefined : `integers beyond ${Number.MAX_SAFE_INTEGER} must be sent as text`;
}

/** Levels of objects and arrays; the edge has bounded them before. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((deepest: number, item) => Math.max(deepest, depthOf(item)), 0);
}

/** Lone surrogates have no UTF-8 and no canonical JSON; a database key cannot hold NUL. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isText);
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && !key.includes('\u0000') && isText(item));
}

/** A larger integer was rounded while it was read: what would come back is not what was given. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
