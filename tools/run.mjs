/**
 * The door of every npm script: plain JavaScript for Node 20 with nothing installed. It installs the workspace when
 * the lockfile or a manifest has changed, then runs the command under the workspace's own Node, passes signals on and
 * exits with its code.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PNPM = 'pnpm@12.21.0';
const OLDEST_NODE = 20;
const COMMANDS = {
  start: ['tools/stack/src/start.ts'],
  test: ['tools/stack/src/test-run.ts'],
  'test:all': ['tools/stack/src/test-run.ts', '--all'],
  'test:docker': ['tools/stack/src/test-run.ts', '--docker'],
  'docker:images': ['tools/stack/src/docker/local-images.ts'],
  check: ['tools/stack/src/test-run.ts', '--check'],
  reset: ['tools/stack/src/reset.ts'],
  bench: ['tools/bench/main.ts'],
  soak: ['--trace-warnings', 'test/chaos/soak.ts'],
  figures: ['tools/figures.ts'],
  generate: ['tools/generate.ts'],
  charts: ['tools/charts/render.ts'],
  'test:charts': ['tools/charts/render.ts', '--check'],
  'test:cluster': ['test/cluster/main.ts'],
  'test:alerts': ['test/alerts/main.ts'],
  sbom: ['tools/supply-chain/src/sbom.ts'],
  scan: ['tools/supply-chain/src/scan.ts'],
  'back-up': ['tools/back-up/src/main.ts'],
  ops: ['services/ops/src/main.ts'],
  changeset: ['node_modules/@changesets/cli/bin.js'],
  'version-packages': ['tools/version-packages.ts'],
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.gx-installed');
let child;

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs a program to its end; `child` is what signals go to meanwhile. */
function run(command, args, options, onOutput) {
  return new Promise((settle) => {
    child = spawn(command, args, { cwd: root, ...options });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput);
    child.on('error', (cause) => fail(`${command} cannot be started: ${cause.message}`));
    child.on('close', (code, signal) => settle({ code, signal }));
  });
}

/** A digest of everything that decides what is installed. */
function stamp() {
  const packages = ['libs', 'services', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  const manifests = ['.', 'test', ...packages].map((folder) => join(folder, 'package.json'));
  const hash = createHash('sha256').update(PNPM);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** pnpm's chatter is shown only when it fails. */
async function install() {
  const wanted = stamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  console.log(`Installing the workspace with ${PNPM} (only when the lockfile or a manifest has changed) ...`);
  rmSync(stampFile, { force: true });
  const args = ['-y', PNPM, 'install', '--frozen-lockfile'];
  const options = { env: { ...process.env, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] };
  let chatter = '';
  const { code, signal } = await run('npx', args, options, (bytes) => {
    chatter += bytes;
  });
  if (code !== 0) fail(`${chatter}\nnpx ${args.join(' ')} failed: ${signal ?? `code ${code}`}`);
  writeFileSync(stampFile, wanted);
}

/**
 * What tells `ops` which deployment it works on; each may stand in a file. No pattern: a desktop has an
 * address of its own (DBUS_SESSION_BUS_ADDRESS).
 */
const WHERE = /^((KEYS|LEDGER|CHARGE|REFUND|PAYOUT|WEBHOOKS)_ADDRESS|KAFKA_BROKERS)(_FILE)?$/;

/**
 * Where the local stack is, for `ops` alone. An operator who names one address works on a deployment of their
 * own: what they forgot must be missed, not be taken from a laptop. Empty counts as named.
 */
function localStack() {
  if (Object.keys(process.env).some((name) => WHERE.test(name))) return [];
  const file = join(resolve(root, process.env.GX_STACK_DIR?.trim() || '.stack'), 'ops.env');
  return existsSync(file) ? [`--env-file=${file}`] : [];
}

/** The channel tells the command when this process dies without a word. */
function runCommand(args) {
  const env = {
    // Compiled code is kept between runs: every process of the stack starts a third faster.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
    ...process.env,
    PATH: `${join(modules, '.bin')}:${process.env.PATH}`,
  };
  return run(join(modules, 'node', 'bin', 'node'), args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}

/** An npm that is killed tells its children nothing; their parent is then another. */
function whenParentDies(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 500);
  timer.unref();
}

const [command = '', ...rest] = process.argv.slice(2);
const entry = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`gx needs Node.js ${OLDEST_NODE} or newer, this is ${process.version}.`);
}
if (entry === undefined) fail(`usage: node tools/run.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal));
if (process.env.npm_lifecycle_event !== undefined) whenParentDies(() => child?.kill('SIGTERM'));

await install();
const { code, signal } = await runCommand([...(command === 'ops' ? localStack() : []), ...entry, ...rest]);
if (signal === null) process.exit(code ?? 1);
process.removeAllListeners(signal);
process.kill(process.pid, signal);
