import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivate } from './secrets.ts';

/** A demo merchant with all that a person or a test needs to act as them. */
export type StackAccount = {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly testKey: string;
  readonly liveKey: string;
};

/**
 * `.stack/stack.json`: where everything is and how to get in. It holds secrets of a stack that only this
 * machine has.
 */
export type StackFile = {
  readonly gateway: string;
  readonly checkout: string;
  readonly simulator: string;
  readonly accounts: readonly StackAccount[];
  readonly health: Readonly<Record<string, string>>;
  readonly bank: { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
};

/** The file of the last start, or undefined. */
export async function readStackFile(dir: string): Promise<StackFile | undefined> {
  const file = join(dir, 'stack.json');
  if (!existsSync(file)) return undefined;
  return JSON.parse(await readFile(file, 'utf8')) as StackFile;
}

/** Writes it for this user alone. */
export const writeStackFile = (dir: string, stack: StackFile): Promise<void> =>
  writePrivate(join(dir, 'stack.json'), stack);
