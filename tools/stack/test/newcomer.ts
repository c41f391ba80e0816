import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { SERVICES } from '@gx/contracts';
import type { ExecutionContext } from 'ava';
import { CHECKOUT, stackSettings } from '../src/config.ts';
import { connectionOutcome } from '../src/connection-outcome.ts';
import { pollUntil } from '../src/poll-until.ts';
import type { OwnKind } from '../src/provider.ts';
import { runTool } from '../src/run-tool.ts';
import type { StackFile } from '../src/stack-file.ts';

/** With nothing there, and once it was there: what a newcomer waits for. */
const UP_WITHIN_MS = { first: 90_000, again: 15_000 };

/** `npm start` without its launcher, with a state of its own and servers of its own. */
async function start(stateDir: string, provider: OwnKind) {
  const startedAt = performance.now();
  const env = { ...stackSettings().inherited, GX_STACK_DIR: stateDir, STACK_PROVIDER: provider };
  const child = spawn(process.execPath, [join(CHECKOUT, 'tools/stack/src/start.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const isUp = async (): Promise<boolean> =>
    child.exitCode !== null || lines.some((line) => line.includes('Ctrl-C stops'));
  await pollUntil(isUp, UP_WITHIN_MS.first);
  const upAfterMs = performance.now() - startedAt;
  if (child.exitCode !== null) throw new Error(`npm start failed:\n${lines.join('\n')}`);
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  const stack = JSON.parse(readFileSync(join(stateDir, 'stack.json'), 'utf8')) as StackFile;
  return { lines, stack, stop, upAfterMs };
}

/** The printed commands, each made one line. */
const curls = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '));

const healthAnswers = async (stack: StackFile): Promise<boolean[]> =>
  Promise.all(
    Object.values(stack.health).map((base) =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );

/** A newcomer starts, creates and pays with the printed commands, stops, and finds the same keys again. */
export async function newcomer(t: ExecutionContext, provider: OwnKind, stateDir: string): Promise<void> {
  const first = await start(stateDir, provider);
  t.teardown(async () => {
    await first.stop('SIGKILL');
    if (!t.passed) t.log(first.lines.join('\n'));
  });
  const [create = '', pay = ''] = curls(first.lines);
  const created = JSON.parse(await shell(create)) as { id: string; status: string; checkout_url: string };
  t.is(created.status, 'pending');
  t.like(JSON.parse(await shell(pay)), { charge_id: created.id, accepted: true });
  t.true(await pollUntil(async () => (await statusOf(first.stack, created.id)) === 'paid', 20_000));
  const { delivered, address } = await callbacksOf(first.stack);
  t.true(delivered > 0);
  t.regex(address, /^https:/);

  t.is(statSync(join(stateDir, 'stack.json')).mode & 0o777, 0o600);
  t.deepEqual(
    first.stack.accounts.map(({ name }) => name),
    ['Loja Demo', 'Outra Loja'],
  );
  t.like(first.stack.accounts[0], { email: 'demo@example.com' });
  t.regex(first.stack.accounts[0]?.testKey ?? '', /^gx_test_/);
  t.regex(first.stack.accounts[0]?.liveKey ?? '', /^gx_live_/);
  t.deepEqual(Object.keys(first.stack.bank).sort(), ['clientId', 'clientSecret', 'pixKey']);
  t.true('refund' in first.stack.health);
  const page = await fetch(created.checkout_url);
  t.is(page.status, 200);
  t.true(created.checkout_url.startsWith(`${first.stack.checkout}/`));

  await speakTls(t, stateDir);
  t.is(await first.stop('SIGINT'), 0);
  t.deepEqual([...new Set(await healthAnswers(first.stack))], [false]);

  const second = await start(stateDir, provider);
  t.teardown(() => second.stop('SIGKILL'));
  const [coldMs, warmMs] = [first.upAfterMs, second.upAfterMs];
  t.log(`up after ${Math.round(coldMs / 100) / 10} s, and again after ${Math.round(warmMs / 100) / 10} s`);
  t.true(coldMs <= UP_WITHIN_MS.first && warmMs <= UP_WITHIN_MS.again);
  t.deepEqual(second.stack.accounts, first.stack.accounts);
  t.deepEqual(second.stack.bank, first.stack.bank);
  t.is(await statusOf(second.stack, created.id), 'paid');
  t.is(await second.stop('SIGTERM'), 0);
}

/** By what `ops` has: its certificate opens each service of the stack, and nothing does without one. */
async function speakTls(t: ExecutionContext, stateDir: string): Promise<void> {
  const ops = parseEnv(readFileSync(join(stateDir, 'ops.env'), 'utf8'));
  const pem = (name: string): string => readFileSync(ops[`${name}_FILE`] ?? '', 'utf8');
  const own = { cert: pem('GRPC_CERTIFICATE'), key: pem('GRPC_PRIVATE_KEY'), ca: pem('GRPC_AUTHORITY') };
  const addresses = Object.entries(ops).filter(([name]) => name.endsWith('_ADDRESS'));
  t.is(addresses.length, Object.keys(SERVICES).length);
  for (const [name, address = ''] of addresses) {
    t.is(await connectionOutcome(address), 'refused', `${name} in the clear`);
    t.is(await connectionOutcome(address, own), 'let in', name);
  }
}

const shell = (command: string): Promise<string> => runTool('/bin/sh', ['-c', command], stackSettings().inherited);

async function statusOf({ gateway, accounts }: StackFile, id: string): Promise<string> {
  const answer = await fetch(`${gateway}/v1/charges/${id}`, { headers: { apikey: accounts[0]?.testKey ?? '' } });
  return ((await answer.json()) as { status: string }).status;
}

/** How many callbacks the bank has delivered, and where to. */
async function callbacksOf({ simulator, bank: { clientId, clientSecret, pixKey } }: StackFile) {
  const json = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await fetch(simulator + path, init)).json() as Promise<Record<string, unknown>>;
  const { access_token: token } = await json('/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { webhookUrl } = await json(`/v2/webhook/${pixKey}`, { headers: { authorization: `Bearer ${token}` } });
  const { delivered = 0 } = await json(`/sim/clients/${clientId}/callbacks`);
  return { delivered: Number(delivered), address: String(webhookUrl) };
}
