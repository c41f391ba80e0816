import test from 'ava';
import { checkFlip } from './flips/flip.ts';
import { TABLES } from './flips/tables.ts';

for (const { name, flips } of TABLES)
  test(`each flip of ${name} changes one place of the source as it stands`, (t) => {
    t.true(flips.length > 0);
    for (const flip of flips) t.notThrows(() => checkFlip(flip), flip.name);
    t.is(new Set(flips.map((flip) => flip.name)).size, flips.length, 'each has a name of its own');
  });
