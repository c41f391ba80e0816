/** A stretch of time in milliseconds; `before` does not belong to it. */
export type Span = { readonly from: number; readonly before: number };
/** Whole blocks of the grid, and what is left at either end. */
export type SlicedRange = { readonly whole: readonly Span[]; readonly edges: readonly Span[] };
/** How a span is counted: to the end, or only until it is known not to be short. */
export type Counter = {
  readonly whole: (span: Span) => Promise<number>;
  /** Undefined: it is longer. */
  readonly short: (span: Span) => Promise<number | undefined>;
};
/** What a span comes to: counted just now, and blocks that may be remembered. */
export type Pieces = { readonly counted: number; readonly blocks: readonly Span[] };

/** Each level is cut into sixteen of the next: 2^35 ms are 398 days, 2^15 are 33 seconds. */
const LEVELS = [2 ** 35, 2 ** 31, 2 ** 27, 2 ** 23, 2 ** 19, 2 ** 15] as const;
const LAST = LEVELS.length - 1;

/** A span as whole blocks of a grid that is the same for every span, and the edges that are left of it. */
export function cut({ from, before }: Span, level: number): SlicedRange {
  const size = LEVELS[level] ?? 1;
  const [first, last] = [Math.ceil(from / size) * size, Math.floor(before / size) * size];
  if (first > last) return { whole: [], edges: [{ from, before }] };
  const whole = Array.from({ length: (last - first) / size }, (_, nth) => ({
    from: first + nth * size,
    before: first + (nth + 1) * size,
  }));
  const edges = [
    { from, before: first },
    { from: last, before },
  ];
  return { whole, edges: edges.filter((edge) => edge.from < edge.before) };
}

/**
 * Takes a span apart that is not short: an edge that is short is counted, a longer one is cut finer, and what
 * is left of the finest is counted to the end.
 */
export async function pieces(counter: Counter, span: Span, level = 0): Promise<Pieces> {
  const { whole: blocks, edges } = cut(span, level);
  if (level === LAST) {
    const counts = await Promise.all(edges.map(counter.whole));
    return { counted: sum(counts), blocks };
  }
  const isWithinOne = blocks.length === 0 && edges.length === 1;
  const found = await Promise.all(
    edges.map((edge) => (isWithinOne ? pieces(counter, edge, level + 1) : atEdge(counter, edge, level + 1))),
  );
  return {
    counted: sum(found.map(({ counted }) => counted)),
    blocks: [...blocks, ...found.flatMap((one) => one.blocks)],
  };
}

async function atEdge(counter: Counter, edge: Span, level: number): Promise<Pieces> {
  const counted = await counter.short(edge);
  return counted === undefined ? pieces(counter, edge, level) : { counted, blocks: [] };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
