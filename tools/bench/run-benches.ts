export type Benches = Readonly<Record<string, () => Promise<void>>>;

/**
 * Runs those that are asked for, or all, and ends the process, whatever a benchmark has left open. Figures
 * are printed and judged by nobody; what breaks a run is an answer or a balance that is wrong.
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
  process.exit(0);
}
