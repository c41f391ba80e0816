/**
 * `npm run soak`: faults at length, or, where `FLIPS` says so, the rows of the tables flipped one by one.
 */
await import(process.env['FLIPS'] === undefined ? './faults/main.ts' : '../architecture/flips/main.ts');
