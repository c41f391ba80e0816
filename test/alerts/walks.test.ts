import test from 'ava';
import { parse } from 'yaml';
import { scaledExpression, scaledRules } from './scaled-rules.ts';
import { WALKS } from './walks/index.ts';

type Rule = { readonly alert?: string; readonly expr: string; readonly for?: string };
const { groups } = parse(scaledRules()) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('every alert has a walk from its fault to its end', (t) => {
  const alerts = new Set(rules.flatMap(({ alert }) => alert ?? []));
  t.deepEqual([...new Set(WALKS.flatMap((walk) => walk.alerts))].toSorted(), [...alerts].toSorted());
});

test('a trial shortens every window and every wait of the rules, and leaves thresholds as they are', (t) => {
  t.is(
    scaledExpression('increase(x[10m]) > 5 or (x unless x offset 1h) > 14 * 86400'),
    'increase(x[20000ms]) > 5 or (x unless x offset 120000ms) > 14 * 86400',
  );
  const long = rules.filter(({ expr, for: during = '0ms' }) => /\[\d+[smhd]\]/.test(expr) || !during.endsWith('ms'));
  t.deepEqual(long, []);
});
