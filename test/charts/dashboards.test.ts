import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { METRICS_OF } from '../../tools/charts/dashboards.ts';
import { judged } from './measured.ts';
import { committedRenders } from './objects.ts';

type Panel = {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
};
type Dashboard = { readonly uid: string; readonly title: string; readonly panels: readonly Panel[] };
type ConfigMap = {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly data: Readonly<Record<string, string>>;
};

const charts = join(import.meta.dirname, '../../charts');
const folder = join(charts, 'gx/dashboards');
const files = readdirSync(folder);
const dashboards = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard);
const rules = parse(readFileSync(join(charts, 'gx/alert-rules.yaml'), 'utf8')) as {
  groups: { rules: { record?: string }[] }[];
};
const recorded = new Set(rules.groups.flatMap((group) => group.rules.map(({ record }) => record)));

test('a panel asks for metrics that are measured, by labels that they have', (t) => {
  for (const { title, panels } of dashboards) {
    t.true(panels.length > 1, title);
    for (const panel of panels) {
      t.true(panel.targets.length > 0);
      for (const { expr, legendFormat } of panel.targets) {
        const { looked, faults } = judged(expr, recorded);
        t.deepEqual([looked, faults], [1, []], `${title}, ${panel.title}: ${expr}`);
        const [, by = ''] = /by \(([^)]*)\)/.exec(expr) ?? [];
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          t.true(by.includes(label), `${label} in ${expr}`);
        t.true(expr.includes('namespace="$namespace"'), 'of the namespace that was chosen');
      }
    }
  }
});

test('an expression of what nobody measures is found', (t) => {
  const wrong = {
    'sum(rate(gx_no_such_total[5m]))': ['no metric gx_no_such_total'],
    'gx_consumer_lag{account_id="x"}': ['no account_id of gx_consumer_lag'],
    'sum by (gx_charge_id) (gx_consumer_lag)': ['no gx_charge_id to go by'],
    'gx_webhook_delay_bucket{le="4"}': ['no bucket 4 of gx_webhook_delay_bucket'],
    'gx:Nothing:errors:ratio_rate1h': ['nobody records gx:Nothing:errors:ratio_rate1h'],
  };
  for (const [expr, faults] of Object.entries(wrong)) t.deepEqual(judged(expr, recorded).faults, faults);
});

test('there is an overview, one of the money, and one for each service that runs', (t) => {
  const renders = committedRenders();
  const deployed = ['gx-production', 'bank-simulator']
    .flatMap((name) => renders.get(name) ?? [])
    .filter(({ kind }) => kind === 'Deployment');
  const services = deployed.map(({ metadata }) => metadata.name.replace(/^[^-]+-/, ''));
  t.deepEqual(files.toSorted(), ['money', 'overview', ...services].map((name) => `${name}.json`).toSorted());
  t.deepEqual(Object.keys(METRICS_OF).toSorted(), services.toSorted());
  t.is(new Set(dashboards.map(({ uid }) => uid)).size, dashboards.length);
});

test('the umbrella installs each as it is, where it is switched on, for the sidecar of Grafana', (t) => {
  const maps = (name: string) =>
    (committedRenders().get(name) ?? []).filter(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.includes('-dashboard-'),
    );
  t.is(maps('gx-production').length, 0);
  const installed = maps('gx-everything') as unknown as ConfigMap[];
  t.is(installed.length, files.length);
  for (const { metadata, data } of installed) {
    t.is(metadata.labels['grafana_dashboard'], '1');
    for (const [name, text] of Object.entries(data))
      t.deepEqual(JSON.parse(text), JSON.parse(readFileSync(join(folder, name.replace(/^gx-/, '')), 'utf8')));
  }
});
