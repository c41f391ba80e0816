import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type Log, startProcess } from '@gx/stack';
import { request } from 'undici';
import { stringify } from 'yaml';
import { scaledRules } from './scaled-rules.ts';

export type AlertState = {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
};
export type Sample = { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] };
export type Prometheus = {
  readonly alerts: () => Promise<readonly AlertState[]>;
  readonly query: (expr: string) => Promise<readonly Sample[]>;
  readonly stop: () => Promise<void>;
};

/** What a ServiceMonitor would add to every series of a pod. */
const target = (name: string, origin: string) => ({
  targets: [new URL(origin).host],
  labels: { namespace: 'gx', pod: name, service: `gx-${name.replace(/-\d+$/, '')}` },
});

/** A Prometheus that asks every process each second and judges by the scaled rules. */
export async function startPrometheus(
  dir: string,
  health: Readonly<Record<string, string>>,
  log: Log,
): Promise<Prometheus> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'rules.yaml'), scaledRules());
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [join(dir, 'rules.yaml')],
    scrape_configs: [
      { job_name: 'gx', static_configs: Object.entries(health).map(([name, origin]) => target(name, origin)) },
    ],
  };
  writeFileSync(join(dir, 'prometheus.yaml'), stringify(config, { lineWidth: 0 }));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const ask = async (path: string): Promise<{ readonly status: number; readonly text: string }> => {
    const { statusCode, body } = await request(`${origin}${path}`);
    return { status: statusCode, text: await body.text() };
  };
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const { status, text } = await ask(path);
    if (status !== 200) throw new Error(`Prometheus: ${status} ${text}`);
    return JSON.parse(text).data;
  };
  const running = await startProcess({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${join(dir, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${new URL(origin).host}`,
      '--log.level=warn',
    ],
    env: { PATH: process.env['PATH'] },
    log,
    ready: () =>
      ask('/-/ready').then(
        ({ status }) => status === 200,
        () => false,
      ),
  });
  return {
    alerts: async () => {
      const { alerts } = await read('/api/v1/alerts');
      return (alerts as readonly Omit<AlertState, 'alert'>[]).map(({ labels, state }) => ({
        alert: labels['alertname'] ?? '',
        labels,
        state,
      }));
    },
    query: async (expr) => (await read(`/api/v1/query?query=${encodeURIComponent(expr)}`))['result'] as Sample[],
    stop: async () => {
      await running.stop();
    },
  };
}
