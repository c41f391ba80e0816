import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Claims a name for this process until it ends: true when no living process holds it. The file appears whole,
 * with the claimer's id in it (a hard link), and a dead claimer's file is taken over.
 */
export function claimPidFile(file: string): boolean {
  const own = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(own, String(process.pid));
  try {
    const free = link(own, file) || (holderOf(file) === undefined && takeOver(own, file));
    if (free) removeAtExit(file);
    return free;
  } finally {
    rmSync(own, { force: true });
  }
}

function takeOver(own: string, file: string): boolean {
  rmSync(file, { force: true });
  return link(own, file);
}

const claimed = new Set<string>();

function removeAtExit(file: string): void {
  if (claimed.size === 0) {
    process.once('exit', () => {
      for (const mine of claimed) rmSync(mine, { force: true });
    });
  }
  claimed.add(file);
}

/** The living process that holds the claim. */
export function holderOf(file: string): number | undefined {
  const pid = Number(read(file));
  return isAlive(pid) ? pid : undefined;
}

function link(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw cause;
  }
}

/** Whether a process with this id exists; one of another user counts. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
