import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { findNative, stackSettings } from '@gx/stack';
import { parse } from 'yaml';
import { copyLibraries, copyTo, SERVER_ROOTS } from '../../tools/stack/src/docker/server-roots.ts';
import { type Layer, writeArchive } from './archive.ts';
import { findLoader } from './loaders.ts';
import { SERVICES } from './releases.ts';
import type { ServerImages } from './world.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const PNPM = 'pnpm@12.21.0';
const MONGOSH = 'mongosh@2.12.0';
const NODE = '/usr/local/bin/node';

/**
 * Makes the images that a run needs and puts them into the cluster: of the services from this checkout, and
 * of the servers where no registry answers. Answers what it did, and the servers' images where they are ours.
 * GX_IMAGES=there leaves all to the cluster.
 */
export async function provideImages(): Promise<{ readonly says: string; readonly servers?: ServerImages }> {
  if (process.env['GX_IMAGES'] === 'there') return { says: 'images are there already (GX_IMAGES=there)' };
  const loader = findLoader();
  if (loader === undefined) return { says: 'images come from the registry of the cluster: nothing loads any into it' };
  const folder = await mkdtemp(join(tmpdir(), 'gx-images-'));
  try {
    const isPulled = await registryAnswers();
    const servers = isPulled ? [] : await serverLayers(folder);
    const archive = join(folder, 'images.tar');
    await writeArchive(archive, [await serviceLayer(folder), ...servers.map(({ layer }) => layer)]);
    loader.load(archive);
    const says = `images of the services${isPulled ? '' : ' and of the servers (no registry answers)'} made, and loaded into ${loader.says}`;
    if (isPulled) return { says };
    return { says, servers: Object.fromEntries(servers.map(({ name, image }) => [name, image])) as ServerImages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const REGISTRY = 'https://registry-1.docker.io/v2/';

const registryAnswers = (): Promise<boolean> =>
  fetch(REGISTRY, { signal: AbortSignal.timeout(3_000) }).then(
    () => true,
    () => false,
  );

/** One layer for all services, as the Dockerfile makes one for each: the workspace, and Node. */
async function serviceLayer(folder: string): Promise<Layer> {
  const root = join(folder, 'services');
  const app = join(root, 'app');
  await mkdir(app, { recursive: true });
  const filter = (path: string): boolean => !/^(node_modules|test|testkit)$|\.test\.ts(\.\w+)?$/.test(basename(path));
  for (const entry of [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'LICENSE',
    'protos',
    'libs',
    'services',
    'docs/guides',
    'docs/reference/asyncapi.json',
  ])
    await cp(join(ROOT, entry), join(app, entry), { recursive: true, filter });
  const args = ['--prod', '--frozen-lockfile', '--package-import-method', 'copy', '--filter-prod', '{./services/*}...'];
  await run('npx', ['--yes', PNPM, 'install', ...args], { cwd: app, env: { ...process.env, CI: 'true' } });
  await copyNode(root);
  const below = await readdir(join(app, 'node_modules'), { recursive: true });
  const addons = below.filter((path) => path.endsWith('.node')).map((path) => join(app, 'node_modules', path));
  await copyLibraries(root, addons);
  const images = await Promise.all(
    [...SERVICES, 'ops'].map(async (service) => {
      const chart = parse(await readFile(join(ROOT, 'charts', service, 'Chart.yaml'), 'utf8')) as {
        appVersion: string;
      };
      const entry = { Entrypoint: ['node', `services/${service}/src/main.ts`], WorkingDir: '/app' };
      return [`docker.io/gx/${service}:${chart.appVersion}`, { ...entry, Env: ['NODE_ENV=production'] }] as const;
    }),
  );
  return { root, images: Object.fromEntries(images) };
}

async function copyNode(root: string): Promise<void> {
  const node = await realpath(process.execPath);
  await copyTo(root, node, NODE);
  await copyLibraries(root, [node]);
}

type Server = { readonly name: keyof ServerImages; readonly image: string; readonly layer: Layer };

/**
 * The native servers of this machine, as `npm run docker:images` makes them, with what a trial asks of them.
 */
async function serverLayers(folder: string): Promise<Server[]> {
  const native = await findNative(stackSettings());
  const made = async (name: keyof ServerImages, of: keyof typeof SERVER_ROOTS): Promise<Server> => {
    const root = join(folder, name);
    await mkdir(root);
    const lines = await SERVER_ROOTS[of](native, root);
    if (of === 'mongo') await addMongosh(root);
    const image = `docker.io/gx-local/${name}:cluster`;
    const Env = lines.flatMap((line) => /^ENV (.+)/.exec(line)?.[1] ?? []);
    const Cmd = lines.flatMap((line) => (line.startsWith('CMD ') ? (JSON.parse(line.slice(4)) as string[]) : []));
    return { name, image, layer: { root, images: { [image]: { Env, Cmd } } } };
  };
  return Promise.all([made('mongodb', 'mongo'), made('kafka', 'kafka'), made('redis', 'redis')]);
}

/** A trial's MongoDB is told by a shell what to run, and by mongosh who it is. */
async function addMongosh(root: string): Promise<void> {
  const programs = ['/bin/sh', '/bin/cat'];
  for (const program of programs) await copyTo(root, program, program);
  await copyLibraries(root, programs);
  await copyNode(root);
  const shell = join(root, 'opt/mongosh');
  await mkdir(shell, { recursive: true });
  await run('npm', ['install', '--prefix', shell, '--no-audit', '--no-fund', '--ignore-scripts', MONGOSH]);
  const script = `#!/bin/sh\nHOME=/tmp exec ${NODE} /opt/mongosh/node_modules/mongosh/bin/mongosh.js "$@"\n`;
  await writeFile(join(root, 'usr/local/bin/mongosh'), script, { mode: 0o755 });
}
