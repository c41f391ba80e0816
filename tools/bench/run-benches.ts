export type Benches = Readonly<Record<string, () => Promise<void>>>;

/**
 * Runs those that are asked for, or all, and ends the process, whatever a benchmark has left open. One that
 * misses its bound sets `process.exitCode`, and that is what the process ends with: a run in which a bound
 * was missed is no success.
 */
export async function runBenches(benches: Benches, asked: readonly string[]): Promise<never> {
  const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`);
    process.exit(1);
  }
  for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
    console.log(`\n# ${name}\n`);
    await benches[name]?.();
  }
  process.exit();
}
