import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** File name to SHA-256 in lower-case hex. */
export type Checksums = Readonly<Record<string, string>>;

/** A download that is not what was asked for. */
export class ChecksumMismatch extends Error {
  override readonly name = 'ChecksumMismatch';
}

/** Reads the format that `sha256sum` writes: a digest, two spaces, a file name. */
export function parseChecksums(text: string): Checksums {
  const rows = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    rows.map((line) => {
      const match = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line);
      if (match === null) throw new Error(`not a line of sha256sum: ${line}`);
      return [match[2], match[1]];
    }),
  );
}

/**
 * The folder holds exactly these files with exactly this content; else everything in it is removed and this
 * throws.
 */
export async function verifyFolder(folder: string, expected: Checksums): Promise<void> {
  const problems: string[] = [];
  const names = new Set([...(await readdir(folder)), ...Object.keys(expected)]);
  for (const name of [...names].sort()) {
    const problem = await compare(join(folder, name), name, expected[name]);
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new ChecksumMismatch(`a download was refused and removed:\n  ${problems.join('\n  ')}`);
}

async function compare(path: string, name: string, expected: string | undefined): Promise<string | undefined> {
  if (expected === undefined) return `${name} was not requested`;
  const found = await sha256OfFile(path);
  if (found === expected) return undefined;
  return found === undefined ? `${name} did not arrive` : `${name} has SHA-256 ${found}, expected ${expected}`;
}

async function sha256OfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
  return hash.digest('hex');
}
