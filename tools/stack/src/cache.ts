import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ABANDONED_AFTER_MS = 60 * 60_000;
const TEMPORARY = '.installing-';

/**
 * The folder `key` of the cache. When it is missing, `install` fills a temporary folder that is then renamed
 * into place: a folder under its own name is always whole, and of two installs at once the later one is
 * thrown away.
 */
export async function cached(
  cacheDir: string,
  key: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheDir, key);
  if (existsSync(folder)) return folder;
  await mkdir(cacheDir, { recursive: true });
  await removeAbandoned(cacheDir);
  const temporary = await mkdtemp(join(cacheDir, `${TEMPORARY}${key}-`));
  try {
    await install(temporary);
    await renameUnlessThere(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

async function renameUnlessThere(temporary: string, folder: string): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw cause;
  }
}

/** An install that was killed leaves its temporary folder; nobody else will remove it. */
async function removeAbandoned(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const folder = join(cacheDir, name);
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
