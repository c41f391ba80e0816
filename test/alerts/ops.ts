import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../architecture/source-files.ts';

export type CommandResult = { readonly code: number | null; readonly text: string };

/** One `ops` command in its own process; what it printed on either stream, in order. */
export async function runOps(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(ROOT, 'services/ops/src/main.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code: code as number | null, text };
}
