import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TOOL_WITHIN_MS = 10 * 60_000;

/** Runs a tool to its end and returns what it printed, both streams; an error carries its last lines. */
export async function runTool(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout, stderr } = await run(command, args, { env, timeout: TOOL_WITHIN_MS, maxBuffer: 16 * 1024 * 1024 });
    return stdout + stderr;
  } catch (cause) {
    const { stdout = '', stderr = '', message = '' } = cause as { stdout?: string; stderr?: string; message?: string };
    const words = `${stdout}\n${stderr}`.trim() || message;
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${lastLines(words)}`, { cause });
  }
}

const lastLines = (text: string): string =>
  text
    .split('\n')
    .slice(-15)
    .map((line) => `  ${line}`)
    .join('\n');

/** The first executable of that name in the folders, or undefined. */
export function findOnPath(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
