/** MongoDB's two codes for a document, or an order to write one, that is larger than it takes: 16 MiB. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([10_334, 17_419]);

/** What was to be written has no room in its document, however often it is tried. */
export const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && TOO_LARGE.has(error.code);
