import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ROOT } from '../architecture/source-files.ts';

/**
 * An hour of the rules is two minutes here. Thresholds stay as they are: what has to wait for a minute waits
 * for a minute.
 */
export const FACTOR = 1 / 30;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const scaled = (duration: string): string =>
  duration.replace(/^(\d+)([smhd])$/, (_, count: string, unit: string) => {
    const ms = Number(count) * (SECONDS[unit] ?? Number.NaN) * 1_000 * FACTOR;
    return `${Math.round(ms)}ms`;
  });

/** An expression whose ranges and offsets are those of the trial. */
export const scaledExpression = (expr: string): string =>
  expr
    .replace(/\[(\d+[smhd])\]/g, (_, duration: string) => `[${scaled(duration)}]`)
    .replace(/offset (\d+[smhd])/g, (_, duration: string) => `offset ${scaled(duration)}`);

type Rule = { expr: string; for?: string; alert?: string };
type Group = { interval?: string; rules: Rule[] };

/**
 * The rules as they are installed, with every duration made shorter by the factor and nothing else changed.
 */
export function scaledRules(): string {
  const { groups } = parse(readFileSync(join(ROOT, 'charts/gx/alert-rules.yaml'), 'utf8')) as { groups: Group[] };
  const shorter = groups.map((group) => ({
    ...group,
    ...(group.interval === undefined ? {} : { interval: scaled(group.interval) }),
    rules: group.rules.map((rule) => ({
      ...rule,
      expr: scaledExpression(rule.expr),
      ...(rule.for === undefined ? {} : { for: scaled(rule.for) }),
    })),
  }));
  return stringify({ groups: shorter }, { lineWidth: 0 });
}
