import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METRICS } from '@gx/runtime';
import test from 'ava';
import { parse } from 'yaml';
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
const underscored = (name: string): string => name.replaceAll('.', '_');
/** What Prometheus has of a metric, and the labels that its series carry. */
const series = new Map(
  Object.entries(METRICS).flatMap(([name, { kind, labels }]): (readonly [string, readonly string[]])[] => {
    const own = [...labels.map(underscored), 'namespace'];
    const base = underscored(name);
    if (kind === 'counter') return [[`${base}_total`, own]];
    if (kind === 'gauge') return [[base, own]];
    return [
      [`${base}_count`, own],
      [`${base}_sum`, own],
      [`${base}_bucket`, [...own, 'le']],
    ];
  }),
);
const SERIES = /\b((?:gx|http|rpc|messaging)_[a-z_]+)(?:\{([^}]*)\})?(?=[\s[)]|$)/g;
const LABEL_MATCH = /(\w+)\s*(?:=~|!~|!=|=)/g;
const GROUPED_BY = /by \(([^)]*)\)/g;
const words = (list: string): string[] => list.split(',').map((word) => word.trim());

test('an alert or a recorded ratio speaks of metrics that are measured, with labels and buckets that they have', (t) => {
  const known = new Set(rules.map(({ record }) => record));
  let looked = 0;
  for (const { expr } of rules) {
    const allowed = new Set<string>();
    for (const [, name = '', matchers = ''] of expr.replace(GROUPED_BY, '').matchAll(SERIES)) {
      looked += 1;
      const labels = series.get(name);
      if (labels === undefined) {
        t.fail(`${name} in ${expr}`);
        continue;
      }
      for (const label of labels) allowed.add(label);
      for (const [, label = ''] of matchers.matchAll(LABEL_MATCH))
        t.true(labels.includes(label), `${label} of ${name}`);
      const [, le] = /le="([^"]+)"/.exec(matchers) ?? [];
      const spec = Object.entries(METRICS).find(([metric]) => name === `${underscored(metric)}_bucket`)?.[1];
      if (le !== undefined)
        t.true(
          spec !== undefined && 'buckets' in spec && spec.buckets.some((at) => String(at) === le),
          `${le} of ${name}`,
        );
    }
    for (const [, by = ''] of expr.matchAll(GROUPED_BY))
      for (const label of words(by)) t.true(allowed.has(label), `${label} in ${expr}`);
    for (const [recorded] of expr.matchAll(/gx:\w+:errors:ratio_rate\w+/g)) t.true(known.has(recorded), recorded);
  }
  t.true(looked > 50);
});

test('every alert has its paragraph, and every paragraph its alert', (t) => {
  const page = readFileSync(join(root, 'docs/operations/alerts.md'), 'utf8');
  const told = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name).toSorted();
  const alerts = [...new Set(rules.flatMap(({ alert }) => alert ?? []))];
  t.deepEqual(alerts.toSorted(), told);
  for (const { alert, labels, annotations } of rules) {
    if (alert === undefined) continue;
    t.is(annotations?.['runbook'], `docs/operations/alerts.md#${alert.toLowerCase()}`);
    t.regex(labels?.['severity'] ?? '', /^(page|ticket)$/);
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
