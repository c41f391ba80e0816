import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockedPackages, type Vulnerability, vulnerablePackages } from '@gx/supply-chain';
import test, { type ExecutionContext } from 'ava';

const ROOT = join(import.meta.dirname, '../../..');
const LOCKED = lockedPackages(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
const about = (name: string, events: readonly object[], more: object = {}): Vulnerability =>
  ({
    id: `GHSA-${name}`,
    affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
    ...more,
  }) as Vulnerability;
const isFound = (version: string, record: Vulnerability): boolean =>
  vulnerablePackages([{ name: 'left', version }], [record]).length === 1;

test('every package that the lockfile pins is read, those of a scope too', (t) => {
  const pinned = new Map(LOCKED.map(({ name, version }) => [name, version]));
  for (const name of ['mongoose', '@grpc/grpc-js', 'kafkajs', 'express'])
    t.regex(pinned.get(name) ?? '', /^\d+\.\d+\.\d+$/, name);
  t.true(LOCKED.length > 200);
});

test('a lockfile of another layout is refused, and not read as one without packages', (t) => {
  t.throws(() => lockedPackages("lockfileVersion: '10.0'\npackages: {}\n"), { message: /layout 9\.0/ });
  t.throws(() => lockedPackages("lockfileVersion: '9.0'\n"), { message: /layout/ });
});

const RANGES: readonly (readonly [title: string, events: readonly object[], inside: string[], outside: string[]])[] = [
  [
    'from the beginning to a fix',
    [{ introduced: '0' }, { fixed: '1.2.3' }],
    ['0.0.1', '1.2.2', '1.2.3-rc.1'],
    ['1.2.3', '2.0.0'],
  ],
  ['from a version on, not fixed', [{ introduced: '1.0.0' }], ['1.0.0', '9.0.0'], ['0.9.9', '1.0.0-rc.1']],
  ['to the last one that is', [{ introduced: '0' }, { last_affected: '1.2.3' }], ['1.2.3'], ['1.2.4']],
  [
    'in two spans, whatever their order',
    [{ fixed: '2.1.0' }, { introduced: '2.0.0' }, { fixed: '1.1.0' }, { introduced: '1.0.0' }],
    ['1.0.5', '2.0.5'],
    ['0.9.0', '1.5.0', '2.1.0'],
  ],
];
for (const [title, events, inside, outside] of RANGES)
  test(`a range ${title}: what is within is found, and nothing else`, (t) => {
    for (const version of inside) t.true(isFound(version, about('left', events)), version);
    for (const version of outside) t.false(isFound(version, about('left', events)), version);
  });

test('a version that a record lists is found; a record that was withdrawn, of another package or ecosystem is not', (t) => {
  const of = (ecosystem: string, name: string): Vulnerability => ({
    id: 'GHSA-1',
    affected: [{ package: { ecosystem, name }, versions: ['1.0.0'] }],
  });
  t.true(isFound('1.0.0', of('npm', 'left')));
  t.false(isFound('1.0.1', of('npm', 'left')));
  t.false(isFound('1.0.0', of('npm', 'right')));
  t.false(isFound('1.0.0', of('PyPI', 'left')));
  t.false(isFound('1.0.0', { ...of('npm', 'left'), withdrawn: '2026-01-01T00:00:00Z' }));
});

type Exit = { readonly code: number; readonly said: string };
const scan = (...args: readonly string[]): Promise<Exit> =>
  new Promise((done) => {
    execFile(process.execPath, [join(ROOT, 'tools/supply-chain/src/scan.ts'), ...args], (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}` }),
    );
  });
function folderOf(t: ExecutionContext, records: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gx-osv-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const [nth, record] of records.entries()) writeFileSync(join(folder, `${nth}.json`), JSON.stringify(record));
  return folder;
}

test('planted in a folder of records, a vulnerable package of ours is named with where it is fixed, and the exit is 1', async (t) => {
  const planted = about('mongoose', [{ introduced: '0' }, { fixed: '999.0.0' }], { summary: 'reads too much' });
  const { code, said } = await scan(folderOf(t, [planted, about('nobody-has-this', [{ introduced: '0' }])]));
  t.is(code, 1);
  t.regex(said, /mongoose \d+\.\d+\.\d+: GHSA-mongoose reads too much \(not in 999\.0\.0\)/);
  t.regex(said, /packages, 2 records, 1 found/);
});

test('nothing is found: the exit is 0', async (t) => {
  t.is((await scan(folderOf(t, [about('nobody-has-this', [{ introduced: '0' }])]))).code, 0);
});

test('without records, or with what are none, it says that nothing was looked at, and the exit is 2', async (t) => {
  const none = await scan();
  t.is(none.code, 2);
  t.regex(none.said, /nothing was looked at/);
  for (const records of [[], [{ name: 'x' }]]) t.is((await scan(folderOf(t, records))).code, 2);
  t.is((await scan('/nowhere')).code, 2);
});
