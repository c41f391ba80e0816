import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';

/**
 * One row of one table, changed: what stands behind the first group of `find` becomes `put`. No file is
 * touched; the loader of the tests changes what it reads.
 */
export type Mutant = {
  readonly table: string;
  readonly name: string;
  /** Below the root of the repository. */
  readonly file: string;
  /** A pattern in multi-line mode, whose first group is kept. It has to fit exactly one place. */
  readonly find: string;
  readonly put: string;
};

export type Table = {
  readonly name: string;
  readonly mutants: readonly Mutant[];
  /** The tests that are about this table: those without servers are asked first. */
  readonly alone: readonly string[];
  readonly withServers: readonly string[];
};

/**
 * The source with the row changed. A pattern that fits nowhere, or twice, is a mistake of its author, and no
 * flip that was caught.
 */
export function flipped(source: string, { name, find, put }: Pick<Mutant, 'name' | 'find' | 'put'>): string {
  const pattern = new RegExp(find, 'gm');
  const matches = [...source.matchAll(pattern)].length;
  if (matches !== 1) throw new Error(`${name}: its pattern has ${matches} matches`);
  const changed = source.replace(pattern, (_all, kept: string) => `${kept}${put}`);
  if (changed === source) throw new Error(`${name}: nothing is changed`);
  return changed;
}

/** Throws for a flip that changes nothing. */
export const checkMutant = (mutant: Mutant): void =>
  void flipped(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant);
