/**
 * `npm run scan -- <folder or file>`: the lockfile against records of vulnerabilities that were fetched
 * before (osv.dev has those of npm as one archive), without a word to anybody. Exits with 1 where something
 * is known to be vulnerable, and with 2 where nothing was looked at.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockedPackages } from './locked-packages.ts';
import { readRecords } from './read-records.ts';
import { vulnerablePackages } from './vulnerabilities.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const [database] = process.argv.slice(2);
if (database === undefined) {
  console.error('No records of vulnerabilities were given, so nothing was looked at: npm run scan -- <folder or file>');
  process.exit(2);
}
try {
  const packages = lockedPackages(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
  const records = readRecords(database);
  if (records.length === 0) throw new Error(`${database} holds no record`);
  const found = vulnerablePackages(packages, records);
  for (const { name, version, id, summary, fixed } of found)
    console.log(`${name} ${version}: ${id} ${summary}${fixed.length === 0 ? '' : ` (not in ${fixed.join(', ')})`}`);
  console.log(`${packages.length} packages, ${records.length} records, ${found.length} found`);
  process.exit(found.length === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
