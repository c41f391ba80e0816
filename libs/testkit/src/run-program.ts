import { spawn } from 'node:child_process';

/** How a program ended, and what it said. */
export type ProgramOutcome = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a Node.js program to its end, with these variables and no others. */
export function runProgram(args: readonly string[], env: NodeJS.ProcessEnv, stdin = ''): Promise<ProgramOutcome> {
  const child = spawn(process.execPath, args, { env });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  child.stdin.end(stdin);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, ...text }));
  });
}
