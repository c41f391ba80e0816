/**
 * `npm run version-packages`: makes versions and change logs of the changesets, gives each chart the version
 * of its service, and renders the charts. Needs `helm`. The release workflow runs it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const run = (...args: string[]): unknown => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });

run('node_modules/@changesets/cli/bin.js', 'version');
for (const service of readdirSync(join(root, 'services'))) {
  const chart = join(root, 'charts', service, 'Chart.yaml');
  if (!existsSync(chart)) continue;
  const manifest = readFileSync(join(root, 'services', service, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  writeFileSync(chart, readFileSync(chart, 'utf8').replace(/^appVersion: .*$/m, `appVersion: "${version}"`));
}
run('tools/generate.ts');
run('tools/charts/render.ts');
