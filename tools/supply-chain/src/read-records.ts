import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Vulnerability } from './vulnerabilities.ts';

/**
 * Those of a folder of records, a file each, as osv.dev hands them out; or of one file with a list of them.
 */
export function readRecords(path: string): Vulnerability[] {
  if (!statSync(path).isDirectory()) return recordsIn(path);
  const files = readdirSync(path).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => recordsIn(join(path, name)));
}

function recordsIn(file: string): Vulnerability[] {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Vulnerability | readonly Vulnerability[];
  const records = Array.isArray(read) ? (read as readonly Vulnerability[]) : [read as Vulnerability];
  const strange = records.find(({ id }) => typeof id !== 'string');
  if (strange !== undefined) throw new Error(`${file} holds what is no record of a vulnerability`);
  return [...records];
}
