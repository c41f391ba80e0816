import { readdirSync, readFileSync } from 'node:fs';

const COMMAND_MAX = 200;

/**
 * A line for each process of a group: its number, its state, and its command. Nothing where the machine has
 * no `/proc`.
 */
export function processesOf(group: number): string[] {
  return pids().flatMap((pid) => {
    try {
      // After the name in parentheses, which may itself contain any of these: state, parent, group.
      const [state, , of] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (Number(of) !== group) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [`${pid} ${state} ${command.slice(0, COMMAND_MAX)}`];
    } catch {
      // It has ended since the folder was read.
      return [];
    }
  });
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
