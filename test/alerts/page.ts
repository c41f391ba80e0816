import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@gx/stack';
import { type CommandResult, runOps } from './ops.ts';
import { scaledExpression } from './scaled-rules.ts';
import type { AlertSandbox } from './world.ts';

/**
 * The steps of an alert's page as somebody at a terminal takes them: each is run, and written down with what
 * it said.
 */
export type Page = {
  readonly lines: readonly string[];
  readonly note: (text: string) => void;
  readonly ops: (...args: readonly string[]) => Promise<CommandResult>;
  /**
   * `kubectl -n gx logs -l app.kubernetes.io/name=<service> --tail=-1 --prefix | grep -E <pattern>`: the last
   * lines of all its replicas.
   */
  readonly grep: (service: ServiceName, pattern: string, last?: number) => readonly string[];
  /** An expression as the page has it; its windows are the trial's. */
  readonly query: (expr: string) => Promise<readonly string[]>;
};

const GREP = { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 } as const;

export function openPage({ opsEnv, logs, prometheus }: AlertSandbox): Page {
  const lines: string[] = [];
  const say = (text: string): void => {
    for (const line of text.trimEnd().split('\n')) lines.push(line);
  };
  return {
    lines,
    note: (text) => say(`# ${new Date().toISOString().slice(11, 19)} ${text}`),
    ops: async (...args) => {
      const output = await runOps(opsEnv, args);
      say(`$ ops ${args.join(' ')}`);
      say(output.text === '' ? '(nothing)' : output.text);
      say(`(exit ${output.code})`);
      return output;
    },
    grep: (service, pattern, last = 2) => {
      say(
        `$ kubectl -n gx logs -l app.kubernetes.io/name=${service} --tail=-1 --prefix | grep -E '${pattern}' | tail -${last}`,
      );
      const found = readdirSync(logs)
        .filter((name) => new RegExp(`^${service}(-\\d+)?\\.log$`).test(name))
        .flatMap((name) => linesWith(join(logs, name), pattern))
        .slice(-last);
      say(found.length === 0 ? '(nothing)' : found.join('\n'));
      return found;
    },
    query: async (expr) => {
      say(`> ${expr}`);
      const samples = await prometheus.query(scaledExpression(expr));
      const rows = samples.map(
        ({ metric, value }) => `${JSON.stringify(metric)} ${Number(Number(value[1]).toFixed(3))}`,
      );
      say(rows.length === 0 ? '(nothing)' : rows.join('\n'));
      return rows;
    },
  };
}

function linesWith(file: string, pattern: string): string[] {
  try {
    return execFileSync('grep', ['-E', pattern, file], GREP).trimEnd().split('\n');
  } catch (error) {
    // Grep's way to say that there is none.
    if ((error as { readonly status?: number }).status === 1) return [];
    throw error;
  }
}
