import { request } from 'undici';

const POLL_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 500;

/** Which gateways a load balancer would send somebody to: those whose readiness said so a moment ago. */
export type ReadyGateways = {
  /** Their places; of none is ready, all: somebody has to hear the refusal. */
  readonly now: () => readonly number[];
  readonly stop: () => void;
};

export function watchGateways(healthAddresses: readonly string[]): ReadyGateways {
  const everybody = healthAddresses.map((_, index) => index);
  const ready = new Set(everybody);
  const look = async (address: string, index: number): Promise<void> => {
    const isReady = await request(`${address}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode === 200;
      },
      () => false,
    );
    if (isReady) ready.add(index);
    else ready.delete(index);
  };
  const timer = setInterval(() => {
    for (const [index, address] of healthAddresses.entries()) void look(address, index);
  }, POLL_EVERY_MS);
  return {
    now: () => (ready.size === 0 ? everybody : [...ready]),
    stop: () => clearInterval(timer),
  };
}
