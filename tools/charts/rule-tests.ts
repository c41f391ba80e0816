import { parse, stringify } from 'yaml';
import { ALERTS, alertRules, SERVICE_LEVELS } from './alert-rules.ts';
import { RULE_CASES, type Series } from './rule-cases.ts';

type Rule = {
  readonly alert?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
type Rules = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };

/**
 * Unit tests of the rules as `promtool test rules` reads them: of a quiet day no alert at all, of its fault
 * this alert.
 */
export function ruleTests(rulesFile: string): string {
  const rules = (parse(alertRules()) as Rules).groups.flatMap((group) => group.rules);
  const names = [...new Set(rules.flatMap(({ alert }) => alert ?? []))];
  const tests = Object.entries(RULE_CASES).flatMap(([alertname, one]) => {
    const exp_alerts = rules
      .filter(({ alert }) => alert === alertname)
      .map((rule) => ({
        exp_labels: { namespace: 'gx', ...one.labels, ...rule.labels },
        exp_annotations: rule.annotations,
      }));
    const at = (minute: number) => ({ eval_time: `${minute}m` });
    const silence = (minute: number) => names.map((name) => ({ ...at(minute), alertname: name, exp_alerts: [] }));
    const tried = (name: string, series: Series, alert_rule_test: readonly object[]) => ({
      name: `${alertname}: ${name}`,
      interval: '1m',
      input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
      alert_rule_test,
    });
    const fires = { ...at(one.atMinute), alertname, exp_alerts };
    const ends = one.endsAtMinute === undefined ? [] : [{ ...at(one.endsAtMinute), alertname, exp_alerts: [] }];
    const spared = (one.spares ?? []).map((name) => ({ ...at(one.atMinute), alertname: name, exp_alerts: [] }));
    return [
      tried('quiet', one.quiet, silence(one.atMinute)),
      ...Object.entries(one.alsoQuiet ?? {}).map(([name, { series, atMinute }]) =>
        tried(`quiet, ${name}`, series, silence(atMinute)),
      ),
      tried('fault', one.fault, [fires, ...spared, ...ends]),
      ...Object.entries(one.alsoOf ?? {}).map(([name, series]) => tried(name, series, [fires])),
      ...Object.entries(one.throughout ?? {}).map(
        ([
          name,
          {
            series,
            minutes: [from, to],
          },
        ]) =>
          tried(
            name,
            series,
            Array.from({ length: to - from + 1 }, (_, past) => ({ ...fires, ...at(from + past) })),
          ),
      ),
    ];
  });
  return stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }, { lineWidth: 0 });
}

/** Alerts that no data is written for. */
export const untested = (): string[] =>
  [...SERVICE_LEVELS.map(({ name }) => `Gx${name}Burns`), ...ALERTS.map(({ name }) => name)].filter(
    (name) => !(name in RULE_CASES),
  );
