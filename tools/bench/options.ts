const ROUNDS = 7;

export type Options = { readonly rounds: number; readonly requests: number; readonly warmUp: number };
/** How many requests a closed loop has open. */
export const IN_FLIGHT = 16;

/**
 * How long a benchmark runs, unless the environment makes it shorter; requests, or what takes their place,
 * are of each side in each round.
 */
export const optionsOf = (usual: Omit<Options, 'rounds'> & { readonly rounds?: number }): Options => ({
  rounds: Number(process.env['BENCH_ROUNDS'] ?? usual.rounds ?? ROUNDS),
  requests: Number(process.env['BENCH_REQUESTS'] ?? usual.requests),
  warmUp: Number(process.env['BENCH_WARM_UP'] ?? usual.warmUp),
});
