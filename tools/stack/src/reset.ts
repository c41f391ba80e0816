/**
 * `npm run reset`: removes the local stack's state. The cache of servers stays; it belongs to all checkouts.
 */
import { rm } from 'node:fs/promises';
import { runningFile, stackSettings } from './config.ts';
import { IMAGES } from './docker/images.ts';
import { keptSocket } from './docker/kept-state.ts';
import { removeAbandoned, removeVolumes } from './docker/leftovers.ts';
import { holderOf } from './pid-file.ts';

const { stateDir } = stackSettings();
const holder = holderOf(runningFile(stateDir));
if (holder !== undefined) {
  console.error(`A stack of this checkout is running (process ${holder}). Stop it first.`);
  process.exit(1);
}
const socket = await keptSocket(stateDir);
try {
  if (socket !== undefined) {
    await removeAbandoned(socket);
    await removeVolumes(socket, stateDir, Object.keys(IMAGES));
  }
} catch (cause) {
  console.error(
    `Docker volumes of this stack are still there: ${(cause as Error).message}\nStart the engine at ${socket}, then reset again.`,
  );
  process.exit(1);
}
await rm(stateDir, { recursive: true, force: true });
console.log(`${stateDir} is gone; the next start begins with empty servers and new keys.`);
