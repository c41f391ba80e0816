import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './start-process.ts';

/**
 * Writes each source's lines to `<folder>/<source>.log`, begun anew each time. For output too chatty for a
 * terminal.
 */
export function fileLog(folder: string): Log {
  const files = new Map<string, WriteStream>();
  return (source, line) => {
    let file = files.get(source);
    if (file === undefined) {
      mkdirSync(folder, { recursive: true });
      file = createWriteStream(join(folder, `${source}.log`));
      // The folder may be removed while a server still speaks; its last words are then not missed.
      file.on('error', () => undefined);
      files.set(source, file);
    }
    file.write(`${line}\n`);
  };
}
