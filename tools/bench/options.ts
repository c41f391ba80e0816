import type { CompareOptions } from './compare.ts';

const IN_FLIGHT = 16;
const ROUNDS = 7;

/**
 * How long a benchmark runs, unless the environment makes it shorter; requests, or what takes their place,
 * are of each side in each round.
 */
export const optionsOf = (usual: Pick<CompareOptions, 'requests' | 'warmUp'>): CompareOptions => ({
  rounds: Number(process.env['BENCH_ROUNDS'] ?? ROUNDS),
  requests: Number(process.env['BENCH_REQUESTS'] ?? usual.requests),
  warmUp: Number(process.env['BENCH_WARM_UP'] ?? usual.warmUp),
  inFlight: IN_FLIGHT,
});
