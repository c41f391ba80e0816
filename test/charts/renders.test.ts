import { BlockList, isIPv6 } from 'node:net';
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

test('in production each service reads a Secret of its own but for public keys and authorities, and no object holds one', (t) => {
  const readBy = new Map<string, Set<string>>();
  for (const { labels, pod } of workloadsOf(production)) {
    for (const [, name = ''] of JSON.stringify(pod).matchAll(/"secret(?:Name|":\{"name)":"([^"]+)"/g)) {
      readBy.set(
        name,
        (readBy.get(name) ?? new Set()).add((labels['app.kubernetes.io/name'] ?? '').replace(/-indexes$/, '')),
      );
    }
  }
  t.deepEqual(
    [...readBy].filter(([, services]) => services.size > 1).map(([name, services]) => [name, [...services].sort()]),
    [
      ['gx-assertion-keys', ['charge', 'keys', 'ledger', 'payout', 'refund', 'webhooks']],
      ['gx-event-keys', ['charge', 'ledger', 'payout', 'refund', 'webhooks']],
      [
        'gx-services-authority',
        ['charge', 'checkout', 'gateway', 'keys', 'ledger', 'ops', 'payout', 'refund', 'webhooks'],
      ],
    ],
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

const familyOf = (cidr: string) => (isIPv6(cidr.split('/')[0] ?? '') ? 'ipv6' : 'ipv4');
/** As the API server has it: an exception lies within its block, and is smaller. */
function isWithin(exception: string, cidr: string): boolean {
  const [[network = '', prefix = ''], [outer = '', width = '']] = [exception.split('/'), cidr.split('/')];
  if (familyOf(exception) !== familyOf(cidr) || Number(prefix) <= Number(width)) return false;
  const block = new BlockList();
  block.addSubnet(outer, Number(width), familyOf(cidr));
  return block.check(network, familyOf(exception));
}

test('every exception of a block lies within it, and ranges that the cluster names are closed in both families', (t) => {
  const blocks = [...renders.values()]
    .flat()
    .flatMap(({ spec }) => spec?.egress ?? [])
    .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
  const wrong = blocks.flatMap(({ cidr, except = [] }) =>
    except.filter((one) => !isWithin(one, cidr)).map((one) => `${one} in ${cidr}`),
  );
  t.deepEqual(wrong, []);
  const closed = new Set(blocks.flatMap(({ except = [] }) => except));
  for (const named of ['20.42.0.0/16', '2600:1f18:abcd::/48']) t.true(closed.has(named), named);
});
