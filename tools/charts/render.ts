/**
 * Renders every chart with helm into charts/renders, where `npm test` reads them without helm. `--check`
 * (`npm run test:charts`) writes nothing: it fails on any difference, lints, validates every object by
 * kubeconform -strict, and has promtool read the alert rules and run their tests. Needs `helm`, and for the
 * check `kubeconform` and `promtool`, on the PATH; KUBECONFORM_SCHEMAS (a template of kubeconform's
 * `-schema-location`) says where schemas are when the usual place on the internet cannot be reached,
 * SKAFFOLD_SCHEMA where that of skaffold.yaml is.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHARTS } from './descriptor.ts';
import { ruleTests } from './rule-tests.ts';
import { skaffoldComplaints } from './skaffold.ts';

const charts = resolve(import.meta.dirname, '../../charts');
const renders = join(charts, 'renders');
const KUBERNETES = '1.36.0';

/** What is rendered: a chart, and the values files that lie over its own. */
type Render = { readonly name: string; readonly chart: string; readonly values: readonly string[] };

function rendersWanted(): readonly Render[] {
  const alone = CHARTS.map((chart): Render => {
    const values = join(renders, 'values', `${chart}.yaml`);
    return { name: chart, chart, values: existsSync(values) ? [values] : [] };
  });
  const gx = (name: string, ...values: string[]): Render => ({ name: `gx-${name}`, chart: 'gx', values });
  return [
    ...alone,
    gx('trial', join(charts, 'gx/values-trial.yaml')),
    gx('production', join(charts, 'gx/values-production.yaml')),
    gx('everything', join(renders, 'values/everything.yaml')),
  ];
}

/** A copy of charts/ with the dependencies brought in, so that the checkout stays as it is. */
function assembled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gx-charts-'));
  cpSync(charts, folder, {
    recursive: true,
    filter: (path) => !/\/(renders|Chart\.lock)$|\/charts\/[^/]+\/charts$/.test(path),
  });
  execFileSync(join(folder, 'build.sh'), { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

const SECRETS_OF_A_TRIAL =
  /^( {2}(?:MONGO_KEYFILE|MONGO_ROOT_PASSWORD|MONGO_ADMIN_URL|\w+_MONGO_URL|JWT_SIGNING_KEY|TXID_SECRET|ENCRYPTION_KEY|\w+_EVENT_SIGNING_KEY|EVENT_VERIFICATION_KEYS|BANK_CLIENT_SECRET|SIM_CLIENTS): )\S+$/gm;

function render(folder: string, { chart, values }: Render): string {
  const files = values.flatMap((file) => ['--values', file]);
  const args = ['template', 'gx', join(folder, chart), '--namespace', 'gx', '--kube-version', KUBERNETES, ...files];
  const text = execFileSync('helm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  // What is made up anew by each rendering, and blank lines that some versions of helm leave between objects.
  return text.replace(SECRETS_OF_A_TRIAL, '$1bWFkZSBhdCB0aGUgaW5zdGFsbA==').replace(/\n+(?=---\n)/g, '\n');
}

/** Complaints of helm's linter and of kubeconform. */
function complaints(folder: string, wanted: readonly Render[]): string[] {
  const lint = wanted.flatMap(({ name, chart, values }) =>
    failure(`lint ${name}`, 'helm', [
      'lint',
      '--strict',
      '--quiet',
      join(folder, chart),
      ...values.flatMap((file) => ['--values', file]),
    ]),
  );
  const location = process.env['KUBECONFORM_SCHEMAS'] ?? 'default';
  const known = [
    '-strict',
    '-summary',
    '-kubernetes-version',
    KUBERNETES,
    '-skip',
    'Certificate,ScaledObject,TriggerAuthentication,HTTPRoute,ServiceMonitor,PrometheusRule',
    '-schema-location',
    location,
  ];
  const files = wanted.map(({ name }) => join(renders, `${name}.yaml`));
  return [
    ...lint,
    ...failure('kubeconform', 'kubeconform', [...known, ...files], true),
    ...ruleComplaints(folder),
    ...skaffoldComplaints(),
  ];
}

/**
 * What Prometheus' own tool says of the rules: whether it reads them, and whether each alert fires of its
 * fault and of nothing else.
 */
function ruleComplaints(folder: string): string[] {
  const rules = join(charts, 'gx/alert-rules.yaml');
  const tests = join(folder, 'rule-tests.yaml');
  writeFileSync(tests, ruleTests(rules));
  return [
    ...failure('promtool check', 'promtool', ['check', 'rules', rules], true),
    ...failure('promtool test', 'promtool', ['test', 'rules', tests], true),
  ];
}

function failure(name: string, command: string, args: readonly string[], isShown = false): string[] {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) return [`${name}: ${error.message}`];
  if (isShown) console.log(stdout.trim());
  return status === 0 ? [] : [`${name}: ${stdout}${stderr}`];
}

const isCheck = process.argv.includes('--check');
const wanted = rendersWanted();
const folder = assembled();
try {
  const texts = new Map(wanted.map((one) => [`${one.name}.yaml`, render(folder, one)]));
  const there = readdirSync(renders).filter((file) => file.endsWith('.yaml'));
  const stale = there.filter((file) => !texts.has(file));
  const changed = [...texts].filter(
    ([file, text]) => !there.includes(file) || readFileSync(join(renders, file), 'utf8') !== text,
  );
  if (!isCheck) {
    for (const file of stale) rmSync(join(renders, file));
    for (const [file, text] of changed) writeFileSync(join(renders, file), text);
    console.log(`${texts.size} renders, ${changed.length + stale.length} changed.`);
  } else {
    const differs = [...stale, ...changed.map(([file]) => file)].map(
      (file) => `charts/renders/${file} differs; run \`npm run charts\``,
    );
    const problems = [...differs, ...complaints(folder, wanted)];
    console.log(`${texts.size} renders compared, linted and validated: ${problems.length} problems`);
    for (const problem of problems) console.error(problem);
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
