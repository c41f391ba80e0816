import { addMillis } from '@gx/core';
import { type StaticFile, staticFile } from '../edge/static-file.ts';

/** Less than a year, as RFC 9116, section 2.5.5, recommends; it is made anew at each start. */
const VALID_MS = 364 * 86_400_000;

/** `security.txt` (RFC 9116) of a deployment; undefined where nobody is to be reached. */
export function securityText(contact: string | undefined, now: Date): StaticFile | undefined {
  if (contact === undefined) return undefined;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${addMillis(now, VALID_MS).toISOString()}`,
    'Preferred-Languages: pt, en',
  ];
  return staticFile(lines.map((line) => `${line}\r\n`).join(''), { 'Content-Type': 'text/plain; charset=utf-8' });
}
