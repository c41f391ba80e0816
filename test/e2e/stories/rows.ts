import { ROW_TABLES } from '../rows/all.ts';
import { test } from './one-product.ts';

// Beside each other, and beside the stories that wait for a minute to pass.
for (const { rows, isAlone } of ROW_TABLES)
  for (const { title, holds } of rows)
    (isAlone ? test.serial : test)(title, async (t) => {
      t.timeout(180_000);
      await holds(t);
    });
