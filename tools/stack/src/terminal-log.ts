import { stripVTControlCharacters } from 'node:util';
import type { Log } from './start-process.ts';

const COLOURS = [32, 36, 35, 33, 34, 92, 96, 95];
const WIDTH = 'bank-simulator'.length;

/**
 * One log of many processes: each line after its process' name, in that process' colour on a terminal, plain
 * elsewhere.
 */
export function terminalLog(out: NodeJS.WriteStream = process.stdout): Log {
  const colours = new Map<string, number>();
  return (source, line) => {
    const colour = colours.get(source) ?? COLOURS[colours.size % COLOURS.length] ?? 0;
    colours.set(source, colour);
    const name = source.padEnd(WIDTH);
    out.write(out.isTTY ? `\x1b[${colour}m${name}\x1b[0m ${line}\n` : `${name} ${stripVTControlCharacters(line)}\n`);
  };
}
