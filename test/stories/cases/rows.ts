import { STORY_TABLES } from '../../conformance/rows/all.ts';
import { test } from './one-product.ts';

/** So many rows at once: they run beside stories that hold the product to a time. */
const AT_ONCE = 4;
let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** Waits for a place, and gives it to the next in line in the end. */
async function inTurn(act: () => Promise<void>): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    await act();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}

// Beside each other, and beside the stories that wait for a minute to pass.
for (const { rows, isAlone } of STORY_TABLES)
  for (const { title, holds } of rows)
    (isAlone ? test.serial : test)(title, (t) =>
      inTurn(async () => {
        t.timeout(180_000);
        await holds(t);
      }),
    );
