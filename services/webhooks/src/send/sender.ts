import type { FaultHook } from '@gx/runtime';
import type { AttemptOutcome, TransportError } from '../domain/delivery.ts';
import type { AddressGuard } from './address-guard.ts';
import { AnswerReader } from './answer-reader.ts';
import { guardedConnector, type Resolve } from './guarded-connector.ts';
import { hostPools } from './host-pools.ts';
import { transportError } from './transport-error.ts';

export type SenderOptions = {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  /** From asking DNS to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly connectionsPerHost: number;
  readonly faultHook?: FaultHook | undefined;
};
/** A URL taken apart, once for many posts. */
export type Address = { readonly origin: string; readonly path: string };
export type Post = Address & { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
export type Sender = {
  /** One HTTP try. Never throws: whatever happens is an outcome. */
  readonly post: (post: Post) => Promise<AttemptOutcome>;
  /** Ends every try that is under way, as `interrupted`. */
  readonly interrupt: () => void;
  readonly close: () => Promise<void>;
};

export function webhookSender({ guard, resolve, timeoutMs, connectionsPerHost, faultHook }: SenderOptions): Sender {
  const connect = guardedConnector({ guard, resolve, timeoutMs });
  const pools = hostPools({ connect, connectionsPerHost, poolsMax: 512, idleMs: 60_000, faultHook });
  const running = new Set<(reason: TransportError) => void>();

  const post = async ({ origin, path, headers, body }: Post): Promise<AttemptOutcome> => {
    const started = performance.now();
    const reader = new AnswerReader();
    let ended: TransportError | undefined;
    const end = (reason: TransportError): void => {
      ended ??= reason;
      reader.giveUp();
    };
    const deadline = setTimeout(end, timeoutMs, 'connection_timeout');
    running.add(end);
    let error: TransportError | undefined;
    try {
      await pools.using(origin, (pool) => {
        pool.dispatch({ method: 'POST', path, headers, body }, reader);
        return reader.done;
      });
      if (isRedirect(reader.answer.statusCode)) error = 'redirect_not_followed';
    } catch (cause) {
      error = ended ?? transportError(cause);
    } finally {
      clearTimeout(deadline);
      running.delete(end);
    }
    const { statusCode, body: responseBody, retryAfter } = reader.answer;
    // The endpoint has said that it has it, whatever becomes of the rest of its answer (specification,
    // Delivery behaviour 2).
    if (isSuccess(statusCode)) error = undefined;
    return { statusCode, error, responseBody, retryAfter, durationMs: Math.round(performance.now() - started) };
  };
  return {
    post,
    interrupt: () => {
      for (const end of running) end('interrupted');
    },
    close: pools.close,
  };
}

const isSuccess = (statusCode = 0): boolean => statusCode >= 200 && statusCode < 300;
const isRedirect = (statusCode = 0): boolean => statusCode >= 300 && statusCode < 400;
