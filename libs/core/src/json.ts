/** A number with the text that it was written with. `JSON.stringify` writes that text. */
export type WrittenNumber = { readonly rawJSON: string };

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** What Node 24 has of JSON, and TypeScript's own declarations do not name yet. */
const json = JSON as unknown as {
  readonly parse: (text: string, reviver?: Reviver) => unknown;
  readonly rawJSON: (text: string) => WrittenNumber;
  readonly isRawJSON: (value: unknown) => boolean;
};

/**
 * The value of JSON text; throws `SyntaxError`. Some clients and editors put a byte order mark before it,
 * which a reader may ignore (RFC 8259, 8.1), and no sale or callback is to be lost over it.
 */
export const parseJson = (text: string): unknown => json.parse(withoutMark(text));

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/**
 * The same for what comes back as it was given: a number of which `JSON.stringify` would change the text
 * keeps it.
 */
export function parseJsonAsWritten(text: string): unknown {
  const bare = withoutMark(text);
  const value = json.parse(bare);
  // The second reading costs five times the first, and JSON of our own making seldom needs it.
  return JSON.stringify(value) === bare ? value : json.parse(bare, keepText);
}

const keepText: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && source !== String(value) ? json.rawJSON(source) : value;

export const isWrittenNumber = (value: unknown): value is WrittenNumber => json.isRawJSON(value);

/**
 * The same value with its numbers by value, for comparisons: 1.10 is 1.1. An integer that no double holds
 * stays as written.
 */
export function numbersByValue(value: unknown): unknown {
  if (isWrittenNumber(value)) return isHeld(value.rawJSON) ? Number(value.rawJSON) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(numbersByValue);
  // Defines its keys, so that `__proto__` stays one.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbersByValue(item)]));
}

const isHeld = (text: string): boolean => !/^-?\d+$/.test(text) || BigInt(text) === BigInt(Number(text));
