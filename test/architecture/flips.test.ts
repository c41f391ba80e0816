import test from 'ava';
import { checkMutant } from './flips/mutant.ts';
import { TABLES } from './flips/tables.ts';

for (const { name, mutants } of TABLES)
  test(`each mutant of ${name} changes one place of the source as it stands`, (t) => {
    t.true(mutants.length > 0);
    for (const mutant of mutants) t.notThrows(() => checkMutant(mutant), mutant.name);
    t.is(new Set(mutants.map((mutant) => mutant.name)).size, mutants.length, 'each has a name of its own');
  });
