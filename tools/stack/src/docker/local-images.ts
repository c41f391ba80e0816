/**
 * `npm run docker:images`: makes an image of each native server of this machine (Linux), where no registry
 * can be had, and prints the variables that name them. The servers are real and the rest is the least that
 * they run on, so a run on these images shows how containers are started, reached and stopped, not what the
 * images of a registry do at their start.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSIONS } from '../artefacts.ts';
import { stackSettings } from '../config.ts';
import { findNative } from '../native.ts';
import { callEngine } from './call-engine.ts';
import { askEngine } from './engine.ts';
import type { Images } from './images.ts';
import { SERVER_ROOTS } from './server-roots.ts';

const settings = stackSettings();
/** What they are called. */
const LOCAL: Images = {
  mongo: `gx-local/mongo:${VERSIONS.mongo}`,
  kafka: `gx-local/kafka:${VERSIONS.kafka}`,
  redis: `gx-local/redis:${VERSIONS.redis}`,
};

/** A folder becomes an image of one layer. */
async function importImage(socket: string, image: string, root: string, changes: readonly string[]): Promise<void> {
  await mkdir(join(root, 'tmp'), { recursive: true });
  const tar = spawn('tar', ['-C', root, '--owner=0', '--group=0', '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [repo = '', tag = ''] = image.split(':');
  const query = new URLSearchParams({ fromSrc: '-', repo, tag });
  for (const change of changes) query.append('changes', change);
  await callEngine(socket, `POST /images/create?${query}`, { body: tar.stdout });
}

const { socket } = await askEngine();
if (socket === undefined) throw new Error('The Docker engine is not behind a socket of this machine.');
const native = await findNative(settings);
for (const name of Object.keys(LOCAL) as (keyof Images)[]) {
  const root = await mkdtemp(join(tmpdir(), 'gx-image-'));
  try {
    await importImage(socket, LOCAL[name], root, await SERVER_ROOTS[name](native, root));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  console.log(`export STACK_${name.toUpperCase()}_IMAGE=${LOCAL[name]}`);
}
