import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU seconds (user and system) that a process has used so far, from /proc. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Proportional set size: of a page that processes share, each has its part. */
export function pssMegabytes(pid: number): number {
  const sums = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return (Number(/^Pss:\s+(\d+) kB$/m.exec(sums)?.[1]) * 1_024) / 1_000_000;
}

/** Share of the machine's time since the call that others took: it says how far a round can be trusted. */
export function stolenPercent(): () => number {
  const before = machineTimes();
  return () => {
    const after = machineTimes();
    return (100 * (after.steal - before.steal)) / (after.total - before.total);
  };
}

function machineTimes(): { readonly steal: number; readonly total: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  // user, nice, system, idle, iowait, irq, softirq, steal; guests are in the first two
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { steal: times[7] ?? 0, total: times.reduce((sum, time) => sum + time, 0) };
}
