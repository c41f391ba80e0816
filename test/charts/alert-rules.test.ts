import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { chargeBody, pixChargeBody } from '../../services/gateway/src/input/charge-body.ts';
import { paymentBody } from '../../services/gateway/src/input/payment-body.ts';
import { ROUTES } from '../../services/gateway/src/routes/table.ts';
import { CREATES } from '../../tools/charts/alert-rules.ts';
import { RULE_CASES } from '../../tools/charts/rule-cases.ts';
import { untested } from '../../tools/charts/rule-tests.ts';
import { judged, labelsIn, SERIES } from './measured.ts';
import { committedRenders } from './objects.ts';

type Rule = {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
};
type Rules = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };

const root = join(import.meta.dirname, '../..');
const rules = (parse(readFileSync(join(root, 'charts/gx/alert-rules.yaml'), 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
test('an alert or a recorded ratio speaks of metrics that are measured, with labels and buckets that they have', (t) => {
  const known = new Set(rules.map(({ record }) => record));
  const found = rules.map(({ expr }) => judged(expr, known));
  t.deepEqual(
    found.flatMap(({ faults }) => faults),
    [],
  );
  const looked = found.reduce((sum, each) => sum + each.looked, 0);
  t.true(looked > 50);
});

test('every alert has its paragraph, and every paragraph its alert', (t) => {
  const page = readFileSync(join(root, 'docs/operations/alerts.md'), 'utf8');
  const documented = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name).toSorted();
  const alerts = [...new Set(rules.flatMap(({ alert }) => alert ?? []))];
  t.deepEqual(alerts.toSorted(), documented);
  for (const { alert, labels, annotations } of rules) {
    if (alert === undefined) continue;
    t.is(annotations?.['runbook'], `docs/operations/alerts.md#${alert.toLowerCase()}`);
    t.regex(labels?.['severity'] ?? '', /^(page|ticket)$/);
  }
});

test('whatever route makes a charge is in the service levels of creations, and nothing else is', (t) => {
  const [, pattern = ''] = /http_route=~"([^"]+)"/.exec(CREATES) ?? [];
  const watched = ROUTES.filter(({ method, path }) => method === 'POST' && new RegExp(`^(?:${pattern})$`).test(path));
  // By what they read, not by what they are called.
  const creating = ROUTES.filter(({ body }) => [chargeBody, pixChargeBody, paymentBody].some((one) => one === body));
  t.deepEqual(
    watched.map(({ path }) => path),
    creating.map(({ path }) => path),
  );
  t.is(creating.length, 3);
});

test('every alert has data of a quiet day and of its fault, of series that are measured', (t) => {
  t.deepEqual(untested(), []);
  for (const [alert, { quiet, fault, alsoOf = {}, alsoQuiet = {}, throughout = {} }] of Object.entries(RULE_CASES)) {
    const others = [
      ...Object.values(alsoOf),
      ...[...Object.values(alsoQuiet), ...Object.values(throughout)].map(({ series }) => series),
    ];
    for (const name of [quiet, fault, ...others].flatMap(Object.keys)) {
      const [, metric = '', matchers = ''] = /^(\w+)\{(.*)\}$/.exec(name) ?? [];
      for (const label of labelsIn(matchers))
        t.true(SERIES.get(metric)?.includes(label), `${label} of ${metric} in ${alert}`);
    }
  }
});

test('a service level is watched over four windows: the two fast ones page', (t) => {
  const burns = rules.filter(({ alert }) => alert?.endsWith('Burns'));
  for (const [alert, own] of Map.groupBy(burns, (rule) => rule.alert)) {
    const by = own.map(({ labels }) => `${labels?.['window']} ${labels?.['severity']}`);
    t.deepEqual(by, ['1h page', '6h page', '1d ticket', '3d ticket'], alert);
  }
  t.is(burns.length, 16);
});

test('the umbrella installs the same rules, and each service that runs has a monitor for its health port', (t) => {
  const everything = committedRenders().get('gx-everything') ?? [];
  const installed = everything.find(({ kind }) => kind === 'PrometheusRule') as unknown as { spec: Rules } | undefined;
  t.deepEqual(
    installed?.spec.groups.flatMap((group) => group.rules),
    rules,
  );
  const deployed = everything.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
  const monitored = everything.filter(({ kind }) => kind === 'ServiceMonitor').map(({ metadata }) => metadata.name);
  t.deepEqual(monitored.toSorted(), deployed.toSorted());
});
