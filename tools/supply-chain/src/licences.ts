/** A bill of materials in the form of CycloneDX 1.6, as far as it is read. */
export type BillOfMaterials = {
  readonly components: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly licenses?: readonly {
      readonly license?: { readonly id?: string; readonly name?: string };
      readonly expression?: string;
    }[];
  }[];
};
export type LicensedPackage = { readonly name: string; readonly version: string; readonly licences: readonly string[] };

/**
 * Those that ask for nothing but their text and names, by their SPDX ids: what the product is handed out with
 * may have no other without a decision.
 */
export const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PSF-2.0',
]);

/** Every package of these bills once, by name. */
export function licensedPackages(bills: readonly BillOfMaterials[]): LicensedPackage[] {
  const all = new Map<string, LicensedPackage>();
  for (const { group, name: own, version, licenses = [] } of bills.flatMap(({ components }) => components)) {
    const name = group === undefined || group === '' ? own : `${group}/${own}`;
    const licences = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown');
    all.set(`${name}@${version}`, { name, version, licences });
  }
  return [...all.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Of a choice one is enough; what is not read as an id or a choice of them is for people. */
const isAccepted = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => ACCEPTED.has(one));

/** Packages of whose licences none, or not each, is accepted. */
export const unaccepted = (packages: readonly LicensedPackage[]): LicensedPackage[] =>
  packages.filter(({ licences }) => licences.length === 0 || !licences.every(isAccepted));

/** The report that goes with the images. */
export const licenceReport = (packages: readonly LicensedPackage[]): string =>
  [
    '# Licences',
    '',
    'Of every package that the images hold.',
    '',
    '| Package | Version | Licence |',
    '| --- | --- | --- |',
    ...packages.map(({ name, version, licences }) => `| ${name} | ${version} | ${licences.join(', ') || 'unknown'} |`),
    '',
  ].join('\n');
