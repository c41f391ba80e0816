import { METRICS } from '@gx/runtime';

const underscored = (name: string): string => name.replaceAll('.', '_');
/** What the scraper adds to every series. */
const SCRAPED = ['namespace', 'job', 'pod'];

/** What Prometheus has of each metric, and the labels that its series carry. */
export const SERIES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(METRICS).flatMap(([name, { kind, labels }]): (readonly [string, readonly string[]])[] => {
    const own = [...labels.map(underscored), ...SCRAPED];
    const base = underscored(name);
    if (kind === 'counter') return [[`${base}_total`, own]];
    if (kind === 'gauge') return [[base, own]];
    return [
      [`${base}_count`, own],
      [`${base}_sum`, own],
      [`${base}_bucket`, [...own, 'le']],
    ];
  }),
);
const SERIES_IN = /\b((?:gx|http|rpc|messaging)_[a-z_]+)(?:\{([^}]*)\})?(?=[\s[),]|$)/g;
const LABEL_MATCH = /(\w+)\s*(?:=~|!~|!=|=)/g;
const GROUPED_BY = /by \(([^)]*)\)/g;
const words = (list: string): string[] => list.split(',').map((word) => word.trim());

/** The labels that a selector asks for. */
export const labelsIn = (matchers: string): string[] =>
  [...matchers.matchAll(LABEL_MATCH)].map(([, label = '']) => label);

export type ExpressionFaults = { readonly looked: number; readonly faults: readonly string[] };

/** Everything in an expression that nobody measures: a metric, a label, a bucket, a recorded ratio. */
export function judged(expr: string, recorded: ReadonlySet<string | undefined>): ExpressionFaults {
  const faults: string[] = [];
  const allowed = new Set<string>();
  let looked = 0;
  for (const [, name = '', matchers = ''] of expr.replace(GROUPED_BY, '').matchAll(SERIES_IN)) {
    looked += 1;
    const labels = SERIES.get(name) ?? [];
    if (labels.length === 0) faults.push(`no metric ${name}`);
    for (const label of labels) allowed.add(label);
    faults.push(
      ...labelsIn(matchers)
        .filter((label) => !labels.includes(label))
        .map((label) => `no ${label} of ${name}`),
    );
    const [, le] = /le=~?"([^"]+)"/.exec(matchers) ?? [];
    const spec = Object.entries(METRICS).find(([metric]) => name === `${underscored(metric)}_bucket`)?.[1];
    const bounds: readonly number[] = spec !== undefined && 'buckets' in spec ? spec.buckets : [];
    // A bound stands once as we write it, and once as Prometheus 3 does: `5|5[.]0`.
    const queried = le?.split('|').map((bound) => Number(bound.replace('[.]', '.'))) ?? [];
    if (!queried.every((bound) => bounds.includes(bound))) faults.push(`no bucket ${le} of ${name}`);
  }
  for (const [, by = ''] of expr.matchAll(GROUPED_BY))
    faults.push(
      ...words(by)
        .filter((label) => !allowed.has(label))
        .map((label) => `no ${label} to go by`),
    );
  for (const [ratio] of expr.matchAll(/gx:\w+:errors:ratio_rate\w+/g)) {
    looked += 1;
    if (!recorded.has(ratio)) faults.push(`nobody records ${ratio}`);
  }
  return { looked, faults };
}
