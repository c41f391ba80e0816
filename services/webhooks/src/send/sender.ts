import type { FaultHook } from '@gx/runtime';
import type { AttemptOutcome, TransportError } from '../domain/delivery.ts';
import type { AddressGuard } from './address-guard.ts';
import { keptConnections } from './connections.ts';
import { guardedConnector, type Resolve } from './guarded-connector.ts';
import { type EndpointResponse, type Post, post } from './post.ts';
import { transportError } from './transport-error.ts';

export type SenderOptions = {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  /** From asking DNS to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly faultHook?: FaultHook | undefined;
};
export type Sender = {
  /** One HTTP try. Never throws: whatever happens is an outcome. */
  readonly post: (post: Post) => Promise<AttemptOutcome>;
  /** Ends every try that is under way, as `interrupted`. */
  readonly interrupt: () => void;
  readonly close: () => void;
};

const KEPT_MAX = 2_048;
const IDLE_MS = 60_000;
const NO_RESPONSE = { statusCode: undefined, retryAfter: undefined, body: undefined } as const;

export function webhookSender({ guard, resolve, timeoutMs, faultHook }: SenderOptions): Sender {
  const connect = guardedConnector({ guard, resolve, timeoutMs });
  const connections = keptConnections({ connect, keptMax: KEPT_MAX, idleMs: IDLE_MS });
  const direct = (request: Post, signal: AbortSignal): Promise<EndpointResponse> => post(connections, request, signal);
  const send = faultHook?.webhook(direct) ?? direct;
  const running = new Set<(reason: TransportError) => void>();

  const tryOnce = async (request: Post): Promise<AttemptOutcome> => {
    const started = performance.now();
    const abort = new AbortController();
    let ended: TransportError | undefined;
    const end = (reason: TransportError): void => {
      ended ??= reason;
      abort.abort();
    };
    const deadline = setTimeout(end, timeoutMs, 'connection_timeout');
    running.add(end);
    const answer = await send(request, abort.signal).catch((brokenOffBy: unknown) => ({ ...NO_RESPONSE, brokenOffBy }));
    clearTimeout(deadline);
    running.delete(end);
    const { statusCode, retryAfter, body: responseBody } = answer;
    const error = 'brokenOffBy' in answer ? (ended ?? transportError(answer.brokenOffBy)) : redirectOf(statusCode);
    return {
      statusCode,
      // The endpoint has said that it has it, whatever becomes of the rest of its answer (specification,
      // Delivery behaviour 2).
      error: isSuccess(statusCode) ? undefined : error,
      responseBody,
      retryAfter,
      durationMs: Math.round(performance.now() - started),
    };
  };
  return {
    post: tryOnce,
    interrupt: () => {
      for (const end of running) end('interrupted');
    },
    close: connections.close,
  };
}

const isSuccess = (statusCode = 0): boolean => statusCode >= 200 && statusCode < 300;
const redirectOf = (statusCode = 0): TransportError | undefined =>
  statusCode >= 300 && statusCode < 400 ? 'redirect_not_followed' : undefined;
