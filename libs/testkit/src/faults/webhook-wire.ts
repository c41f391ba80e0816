import type { Instance } from './instance.ts';
import type { AskTampering } from './tampering.ts';

type Send<R, A> = (request: R, signal: AbortSignal) => Promise<A>;

/** Webhooks of an instance pass it; one that is given up ends even while it is kept back. */
export function webhookWire<R extends object, A>(
  { service, pass }: Instance,
  send: Send<R, A>,
  tampering: AskTampering,
): Send<R, A> {
  const call = { service, to: 'webhook', what: 'POST' } as const;
  return (request, signal) => {
    const make = (): Promise<A> =>
      send((tampering().http?.(call, request as never) ?? request) as unknown as R, signal);
    const givenUp = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => pass.alive() && reject(new Error('given up')), { once: true });
    });
    return Promise.race([pass.cross('webhook', 'POST', { make, lost: cut }), givenUp]);
  };
}

/** Refused before anything left, or cut while waiting for the answer. */
const cut = (side: 'before' | 'after'): Promise<never> =>
  Promise.reject(
    Object.assign(new Error('cut by the test'), { code: side === 'before' ? 'ECONNREFUSED' : 'ECONNRESET' }),
  );
