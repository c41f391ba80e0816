import { compare, valid } from 'semver';
import type { LockedPackage } from './locked-packages.ts';

/** A record of the Open Source Vulnerability format 1.x, as far as it is read (ossf.github.io/osv-schema). */
export type Vulnerability = {
  readonly id: string;
  readonly summary?: string;
  /** Of a record that is no longer held to be true. */
  readonly withdrawn?: string;
  readonly affected?: readonly AffectedPackage[];
};
type AffectedPackage = {
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly versions?: readonly string[];
  readonly ranges?: readonly AffectedRange[];
};
/** Each event has one of these; `0` is before every version. */
type AffectedRange = { readonly type: string; readonly events: readonly RangeEvent[] };
type RangeEvent = {
  readonly introduced?: string;
  readonly fixed?: string;
  readonly last_affected?: string;
};
export type VulnerablePackage = LockedPackage & {
  readonly id: string;
  readonly summary: string;
  /** Versions that are said to be free of it, as each range names one. */
  readonly fixed: readonly string[];
};

const ECOSYSTEM = 'npm';

/** What of these is known to be vulnerable, by the records alone: nothing is asked of anybody. */
export function vulnerablePackages(
  packages: readonly LockedPackage[],
  records: readonly Vulnerability[],
): VulnerablePackage[] {
  const byName = Map.groupBy(packages, ({ name }) => name);
  return records
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected = [] }) =>
      affected.flatMap((entry) => {
        if (entry.package?.ecosystem !== ECOSYSTEM) return [];
        const found = (byName.get(entry.package.name) ?? []).filter(({ version }) => isAffected(version, entry));
        return found.map((one) => ({ ...one, id, summary, fixed: fixedIn(entry) }));
      }),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

const fixedIn = ({ ranges = [] }: AffectedPackage): string[] =>
  ranges.flatMap(({ events }) => events.flatMap(({ fixed }) => fixed ?? []));

/** The algorithm of the format's section "Evaluation". */
const isAffected = (version: string, { versions = [], ranges = [] }: AffectedPackage): boolean =>
  versions.includes(version) || ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events));

function isWithin(version: string, events: readonly RangeEvent[]): boolean {
  if (valid(version) === null) return false;
  const ordered = events.toSorted((a, b) => order(placeOf(a), placeOf(b)));
  let isVulnerable = false;
  for (const { introduced, fixed, last_affected: last } of ordered) {
    if (introduced !== undefined && order(introduced, version) <= 0) isVulnerable = true;
    if (fixed !== undefined && order(fixed, version) <= 0) isVulnerable = false;
    if (last !== undefined && order(last, version) < 0) isVulnerable = false;
  }
  return isVulnerable;
}

const BEGINNING = '0';
const placeOf = ({ introduced, fixed, last_affected: last }: RangeEvent): string =>
  introduced ?? fixed ?? last ?? BEGINNING;
const order = (a: string, b: string): number => {
  if (a === BEGINNING || b === BEGINNING) return Number(b === BEGINNING) - Number(a === BEGINNING);
  return compare(a, b);
};
