import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BillOfMaterials, licensedPackages, lockedPackages, unaccepted } from '@gx/supply-chain';
import test from 'ava';

const ROOT = join(import.meta.dirname, '../../..');

test('each service has a bill of materials of what its image holds, pinned as in the lockfile, under licences that were accepted', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-sbom-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  execFileSync(process.execPath, [join(ROOT, 'tools/supply-chain/src/sbom.ts'), folder], { stdio: 'pipe' });
  const services = readdirSync(join(ROOT, 'services')).map((name) => `gx-${name}.cdx.json`);
  t.deepEqual(readdirSync(folder).toSorted(), [...services, 'licences.md'].toSorted());
  const pinned = new Set(
    lockedPackages(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')).map(({ name, version }) => `${name}@${version}`),
  );
  const report = readFileSync(join(folder, 'licences.md'), 'utf8');
  for (const service of services) {
    const bill = JSON.parse(readFileSync(join(folder, service), 'utf8')) as BillOfMaterials;
    const packages = licensedPackages([bill]).filter(({ name }) => !name.startsWith('@gx/'));
    t.true(packages.length > 10, service);
    for (const { name, version } of packages) {
      t.true(pinned.has(`${name}@${version}`), `${service}: ${name} ${version}`);
      t.true(report.includes(`| ${name} | ${version} |`), name);
    }
    t.false(
      packages.some(({ name }) => name === 'ava' || name === 'typescript'),
      'no image holds what tests need',
    );
  }
});

test('a licence that was not accepted is named, and so is one of several, and none at all', (t) => {
  const of = (name: string, ...ids: readonly string[]) => ({
    name,
    version: '1.0.0',
    licenses: ids.map((id) => ({ license: { id } })),
  });
  const components = [
    of('fine', 'MIT'),
    of('strange', 'AGPL-3.0-only'),
    of('both', 'MIT', 'SSPL-1.0'),
    of('choice', '(MIT OR GPL-3.0-only)'),
    of('bound', '(MIT AND GPL-3.0-only)'),
    of('silent'),
  ];
  const found = unaccepted(licensedPackages([{ components }])).map(({ name }) => name);
  t.deepEqual(found, ['both', 'bound', 'silent', 'strange']);
});
