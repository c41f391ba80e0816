import test from 'ava';
import { committedRenders, workloadsOf } from './objects.ts';
import { RULES, violations } from './rules.ts';

const renders = committedRenders();
const production = renders.get('gx-production') ?? [];

test('every rule of security holds for every workload of every committed render', (t) => {
  const counted = [...renders.values()].reduce((sum, objects) => sum + workloadsOf(objects).length, 0);
  const found = [...renders].flatMap(([name, objects]) => violations(objects).map((problem) => `${name}: ${problem}`));
  t.log(`${RULES.length} rules x ${counted} workloads in ${renders.size} renders: violations ${found.length}`);
  t.deepEqual(found, []);
  t.true(counted > 60 && renders.size >= 11);
});

for (const { rule, look, breaks } of RULES) {
  test(`a workload that breaks it is found: it ${rule}`, (t) => {
    const broken = structuredClone(production);
    const charge = workloadsOf(broken).find(
      ({ object }) => object.kind === 'Deployment' && object.metadata.name === 'gx-charge',
    );
    if (charge === undefined) return t.fail('no charge in the production render');
    t.is(look(charge, broken), undefined, 'before');
    breaks(charge, broken);
    t.truthy(look(charge, broken), 'after');
  });
}

test('in production each service reads a Secret of its own, and no object holds one', (t) => {
  const readBy = new Map<string, Set<string>>();
  for (const { labels, pod } of workloadsOf(production)) {
    for (const [, name = ''] of JSON.stringify(pod).matchAll(/"secret(?:Name|":\{"name)":"([^"]+)"/g)) {
      readBy.set(name, (readBy.get(name) ?? new Set()).add(labels['app.kubernetes.io/name'] ?? ''));
    }
  }
  t.deepEqual(
    [...readBy].filter(([, services]) => services.size > 1),
    [],
  );
  for (const name of ['gx-charge', 'gx-keys', 'gx-ledger', 'gx-gateway', 'gx-bank-listener-tls'])
    t.true(readBy.has(name), name);
  t.deepEqual(
    production.filter(({ kind }) => kind === 'Secret'),
    [],
  );
});

test('production has no trace of the simulated bank and none of a trial', (t) => {
  t.is(
    production.filter((object) => /simulator|trial|mongo:|apache\/kafka|redis:/i.test(JSON.stringify(object))).length,
    0,
  );
});
