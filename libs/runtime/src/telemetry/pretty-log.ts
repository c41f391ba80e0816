import { parseJson } from '@gx/core';
import type { DestinationStream } from 'pino';

const COLOURS: Readonly<Record<string, string>> = {
  debug: '\x1b[90m',
  info: '\x1b[36m',
  warn: '\x1b[33m',
  error: '\x1b[31m',
};
const LEFT_OUT = new Set(['level', 'time', 'service', 'message', 'trace_id', 'span_id']);

/** One short line for a person at the local stack: time, level, message, then the fields. */
export function prettyLine(json: string): string {
  const entry = parseJson(json) as Record<string, unknown>;
  const level = String(entry['level']);
  const fields = Object.entries(entry)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  const trace = entry['trace_id'] === undefined ? [] : [`trace=${String(entry['trace_id']).slice(0, 8)}`];
  const head = `${String(entry['time']).slice(11, 23)} ${COLOURS[level] ?? ''}${level.padEnd(5)}\x1b[0m`;
  return `${[head, String(entry['message'] ?? ''), ...fields, ...trace].join(' ')}\n`;
}

export const prettyStream = (out: NodeJS.WritableStream): DestinationStream => ({
  write: (line: string) => void out.write(prettyLine(line)),
});
