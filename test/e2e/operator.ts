import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';
import type { Stack } from './stack.ts';

export type Outcome = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs one `ops` command against the stack, as an operator does: its own process, its answer on the terminal. */
export function operator({ grpc }: Pick<Stack, 'grpc'>, ...args: readonly string[]): Promise<Outcome> {
  const env = Object.fromEntries(
    Object.entries(grpc).map(([service, target]) => [`${service.toUpperCase()}_ADDRESS`, target]),
  );
  const child = spawn(process.execPath, [join(ROOT, 'services/ops/src/main.ts'), ...args], { env });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  child.stdin.end();
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, ...text }));
  });
}
