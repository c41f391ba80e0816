import { parse } from 'yaml';

export type LockedPackage = { readonly name: string; readonly version: string };

type Lockfile = { readonly lockfileVersion?: string; readonly packages?: Readonly<Record<string, unknown>> };

/** The layout that is read: another one may keep its packages elsewhere, and would look like none at all. */
const LAYOUT = '9.0';

/** Every package that a lockfile of pnpm pins. Throws for a layout that is not known. */
export function lockedPackages(text: string): LockedPackage[] {
  const { lockfileVersion, packages } = parse(text) as Lockfile;
  if (lockfileVersion !== LAYOUT || packages === undefined)
    throw new Error(`a lockfile of layout ${LAYOUT} was wanted, this one says ${lockfileVersion}`);
  return Object.keys(packages).map((key) => {
    const at = key.lastIndexOf('@');
    return { name: key.slice(0, at), version: key.slice(at + 1) };
  });
}
