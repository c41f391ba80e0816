import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ROOT } from './source-files.ts';

type Manifest = { readonly name: string; readonly version: string };
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
const foldersOf = (parent: string): string[] => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`);

test('a chart has the version of its service', (t) => {
  for (const service of foldersOf('services')) {
    const chart = join(ROOT, service.replace('services/', 'charts/'), 'Chart.yaml');
    t.true(existsSync(chart), chart);
    const [, appVersion] = /^appVersion: "(.+)"$/m.exec(readFileSync(chart, 'utf8')) ?? [];
    t.is(appVersion, manifestOf(service).version, service);
  }
});

test('changesets make versions of services, and of nothing else', (t) => {
  const { ignore } = JSON.parse(readFileSync(join(ROOT, '.changeset/config.json'), 'utf8')) as { ignore: string[] };
  const others = [
    ...foldersOf('libs'),
    ...foldersOf('tools').filter((folder) => existsSync(join(ROOT, folder, 'package.json'))),
    'test',
  ].map((folder) => manifestOf(folder).name);
  t.deepEqual(ignore.toSorted(), others.toSorted());
});
