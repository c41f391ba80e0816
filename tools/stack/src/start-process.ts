import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { unwatchGroup, watchGroup } from './orphans.ts';
import { pollUntil } from './poll-until.ts';

/** Takes one line of output together with the name of the process that wrote it. */
export type Log = (source: string, line: string) => void;

/** How a process ended. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** What to start, and how to know that it serves. */
export type ProcessSpec = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** Asked again and again until true; the first answer true ends the wait. */
  readonly ready?: () => Promise<boolean>;
  readonly readyWithinMs?: number;
  readonly log: Log;
  /** Hears of an end that nobody asked for; `log` when absent. */
  readonly report?: Log;
};

/** A running process with its own process group. */
export type RunningProcess = {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  isRunning(): boolean;
  /** Sends a signal to the whole group. */
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, then SIGKILL after the grace; resolves when the process is gone. */
  stop(graceMs?: number): Promise<Exit>;
};

const READY_WITHIN_MS = 60_000;
const STOP_GRACE_MS = 15_000;
const LINES_KEPT = 25;

/**
 * Starts a process in its own group and resolves when it is ready; rejects with its last words when it dies
 * first.
 */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) followLines(stream, spec, lastLines);
  const running = await supervise(child, spec);
  await becomeReady(spec, running, lastLines);
  return running;
}

function followLines(stream: Readable, spec: ProcessSpec, lastLines: string[]): void {
  createInterface({ input: stream }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > LINES_KEPT) lastLines.shift();
    spec.log(spec.name, line);
  });
}

async function supervise(
  child: ChildProcess,
  { name, log, ready, report = log }: ProcessSpec,
): Promise<RunningProcess> {
  await once(child, 'spawn');
  const pid = child.pid as number;
  let isStopping = false;
  let closed = false;
  watchGroup(pid);
  const exited = new Promise<Exit>((settle) => {
    // 'close' comes after the last line of output, 'exit' may come before it.
    child.once('close', (code, signal) => {
      closed = true;
      unwatchGroup(pid);
      // The caller that waited for it to be ready expects it to stay.
      if (!isStopping && ready !== undefined) report(name, `ended unexpectedly: ${signal ?? `code ${code}`}`);
      settle({ code, signal });
    });
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = (signal: NodeJS.Signals): void => {
    isStopping ||= signal !== 'SIGSTOP' && signal !== 'SIGCONT';
    // The number of a group that is gone may be another's by now.
    if (!closed) killGroup(pid, signal);
  };
  const stop = async (graceMs = STOP_GRACE_MS): Promise<Exit> => {
    if (isRunning()) kill('SIGTERM');
    const timer = setTimeout(() => kill('SIGKILL'), graceMs);
    const exit = await exited;
    clearTimeout(timer);
    return exit;
  };
  return { name, pid, exited, isRunning, kill, stop };
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}

async function becomeReady(spec: ProcessSpec, running: RunningProcess, lastLines: readonly string[]): Promise<void> {
  if (spec.ready === undefined) return;
  const withinMs = spec.readyWithinMs ?? READY_WITHIN_MS;
  const ready = spec.ready;
  const outcome = await pollUntil(async () => !running.isRunning() || (await ready()), withinMs);
  if (outcome && running.isRunning()) return;
  const exit = await running.stop(2_000);
  const why = outcome
    ? `ended (${exit.signal ?? `code ${exit.code}`}) before it was ready`
    : `not ready in ${withinMs} ms`;
  throw new Error([`${spec.name}: ${why}`, ...lastLines.map((line) => `  ${line}`)].join('\n'));
}
