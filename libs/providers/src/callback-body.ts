import { parseJson, sha256Hex } from '@gx/core';

/** What nobody can read is kept whole, under a key of its own text: it may be money. */
export type UnreadableCallback = {
  readonly kind: 'unreadable';
  readonly key: string;
  readonly raw: string;
  readonly problems: readonly string[];
};

export const unreadableCallback = (body: string, problem: string): UnreadableCallback => ({
  kind: 'unreadable',
  key: sha256Hex(body),
  raw: body,
  problems: [problem],
});

/**
 * More nesting than any callback has; a body beyond it is kept as text, since walking it could exhaust the
 * stack.
 */
const DEPTH_MAX = 32;

/** The JSON of a callback that can be walked, or what is left of one that cannot. Never throws. */
export function readCallbackBody(
  body: string,
): { readonly value: unknown } | { readonly unreadable: UnreadableCallback } {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return { unreadable: unreadableCallback(body, 'not JSON') };
  }
  return isDeeperThan(DEPTH_MAX, value) ? { unreadable: unreadableCallback(body, 'nested too deep') } : { value };
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
