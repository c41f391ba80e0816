/**
 * `npm run sbom [-- <folder>]`: a bill of materials (CycloneDX) for each service, of what its image holds,
 * and the licences of all of it. Exits with 1 where a licence was not accepted.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BillOfMaterials, licenceReport, licensedPackages, unaccepted } from './licences.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
// That which installs the workspace, and no other version.
const [, pnpm] = /const PNPM = '([^']+)'/.exec(readFileSync(join(ROOT, 'tools/run.mjs'), 'utf8')) ?? [];
if (pnpm === undefined) throw new Error('tools/run.mjs names no pnpm');
const folder = resolve(process.argv[2] ?? join(ROOT, '.sbom'));

mkdirSync(folder, { recursive: true });
const form = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
const where = ['--prod', '--split', '--filter', './services/*', '--out', join(folder, '%s.cdx.json')];
execFileSync('npx', ['-y', pnpm, 'sbom', ...form, ...where], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});

// Not what an older run left in the folder.
const bills = readdirSync(join(ROOT, 'services')).map((name) => `gx-${name}.cdx.json`);
const packages = licensedPackages(
  bills.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as BillOfMaterials),
);
writeFileSync(join(folder, 'licences.md'), licenceReport(packages));
const strange = unaccepted(packages);
for (const { name, version, licences } of strange)
  console.error(`${name} ${version}: ${licences.join(', ') || 'no licence'} was not accepted`);
console.log(`${bills.length} bills of materials and the licences of ${packages.length} packages are in ${folder}`);
process.exit(strange.length === 0 ? 0 : 1);
