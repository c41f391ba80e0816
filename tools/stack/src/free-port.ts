import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { claimPidFile } from './pid-file.ts';

/** Below the kernel's range for outgoing connections, so that a server that restarts finds its port free. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const ATTEMPTS = 200;

/**
 * A free TCP port on loopback: the wanted one, else another. The port stays claimed until this process ends,
 * also against other checkouts that look for one at the same moment.
 */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await take(wanted))) return wanted;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await take(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} after ${ATTEMPTS} attempts`);
}

async function take(port: number): Promise<boolean> {
  const claims = join(tmpdir(), `gx-stack-ports-${userInfo().uid}`);
  return claimPidFile(join(claims, String(port))) && (await isFree(port));
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => settle(true)));
  });
}
