import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What an image says of itself beside its files. */
export type ImageConfig = {
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
};
/** Images of one layer each, which is a folder; several may share it. */
export type Layer = { readonly root: string; readonly images: Readonly<Record<string, ImageConfig>> };

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Writes one archive as `docker save` does, which every loader of images takes. No engine is needed for it.
 */
export async function writeArchive(file: string, layers: readonly Layer[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-archive-'));
  try {
    const manifest = await Promise.all(layers.map((layer) => addLayer(folder, layer)));
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest.flat()));
    await run('tar', ['-C', folder, '-cf', file, '.']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addLayer(folder: string, { root, images }: Layer): Promise<object[]> {
  await mkdir(join(root, 'tmp'), { recursive: true });
  await chmod(join(root, 'tmp'), 0o1777);
  // A folder that was made for this is its maker's alone, and in a container nobody is.
  await chmod(root, 0o755);
  const name = `${createHash('sha256').update(root).digest('hex')}.tar`;
  const layer = join(folder, name);
  await run('tar', [
    '-C',
    root,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mtime=@0',
    '--sort=name',
    '-cf',
    layer,
    '.',
  ]);
  const digest = await digestOf(layer);
  return Promise.all(
    Object.entries(images).map(async ([image, config]) => {
      const text = JSON.stringify({
        created: '1970-01-01T00:00:00Z',
        architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
        os: 'linux',
        config: { ...config, Env: [PATH, ...(config.Env ?? [])] },
        rootfs: { type: 'layers', diff_ids: [`sha256:${digest}`] },
      });
      const file = `${createHash('sha256').update(text).digest('hex')}.json`;
      await writeFile(join(folder, file), text);
      return { Config: file, RepoTags: [image], Layers: [name] };
    }),
  );
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
