import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StackUnavailable } from '../provider.ts';

/** Names the engine that holds this state's data, so that a reset finds it. */
const fileOf = (stateDir: string): string => join(stateDir, 'docker.socket');

/** The socket of the engine that has volumes of this state, or undefined. */
export async function keptSocket(stateDir: string): Promise<string | undefined> {
  const file = fileOf(stateDir);
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

/**
 * A state stays with the servers that have its data: on other ones its databases would be empty, and the keys
 * that are written down in it would open nothing. `socket` is the engine's, undefined when the servers are
 * native.
 */
export async function claimState(stateDir: string, socket: string | undefined): Promise<void> {
  const kept = await keptSocket(stateDir);
  const hasData = kept !== undefined || existsSync(join(stateDir, 'mongo'));
  if (hasData && kept !== socket) {
    const whose =
      kept === undefined ? 'native servers (STACK_PROVIDER=native)' : `Docker (STACK_PROVIDER=docker, ${kept})`;
    throw new StackUnavailable(`The data in ${stateDir} are with ${whose}. Go on with these, or npm run reset.`);
  }
  if (socket === undefined) return;
  await mkdir(stateDir, { recursive: true });
  await writeFile(fileOf(stateDir), socket);
}
