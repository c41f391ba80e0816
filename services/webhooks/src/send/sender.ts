import type { Seam } from '@gx/runtime';
import type { Dispatcher } from 'undici';
import type { Outcome, TransportError } from '../domain/delivery.ts';
import type { AddressGuard } from './address-guard.ts';
import { guardedConnector, type Resolve } from './guarded-connector.ts';
import { hostPools } from './host-pools.ts';
import { transportError } from './transport-error.ts';

/** What is kept of an answer. */
export const BODY_KEPT_BYTES = 2_048;
/** What is read of an answer so that its connection can be used again; a longer one is cut off. */
const BODY_READ_BYTES = 65_536;

export type SenderOptions = {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  /** From asking DNS to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly connectionsPerHost: number;
  readonly seam?: Seam | undefined;
};
export type Post = { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly body: string };
export type Sender = {
  /** One HTTP try. Never throws: whatever happens is an outcome. */
  readonly post: (post: Post) => Promise<Outcome>;
  /** Ends every try that is under way, as `interrupted`. */
  readonly interrupt: () => void;
  readonly close: () => Promise<void>;
};
type Answer = { statusCode?: number; retryAfter?: string; body?: string };

export function webhookSender({ guard, resolve, timeoutMs, connectionsPerHost, seam }: SenderOptions): Sender {
  const connect = guardedConnector({ guard, resolve, timeoutMs });
  const pools = hostPools({ connect, timeoutMs, connectionsPerHost, poolsMax: 512, idleMs: 60_000, seam });
  const running = new Set<(reason: TransportError) => void>();

  const post = async ({ url, headers, body }: Post): Promise<Outcome> => {
    const started = performance.now();
    const abort = new AbortController();
    let ended: TransportError | undefined;
    const end = (reason: TransportError): void => {
      ended ??= reason;
      abort.abort();
    };
    const deadline = setTimeout(end, timeoutMs, 'connection_timeout');
    running.add(end);
    const answer: Answer = {};
    let error: TransportError | undefined;
    try {
      await pools.using(url.origin, async (pool) => {
        const path = `${url.pathname}${url.search}`;
        await read(await pool.request({ method: 'POST', path, headers, body, signal: abort.signal }), answer);
      });
      if (isRedirect(answer)) error = 'redirect_not_followed';
    } catch (cause) {
      error = ended ?? transportError(cause);
    } finally {
      clearTimeout(deadline);
      running.delete(end);
    }
    return {
      statusCode: answer.statusCode,
      error,
      responseBody: answer.body,
      retryAfter: answer.retryAfter,
      durationMs: Math.round(performance.now() - started),
    };
  };
  return {
    post,
    interrupt: () => {
      for (const end of running) end('interrupted');
    },
    close: pools.close,
  };
}

const isRedirect = ({ statusCode = 0 }: Answer): boolean => statusCode >= 300 && statusCode < 400;

/** Fills `answer` even where it throws, so that what came before a failure is known. */
async function read({ statusCode, headers, body }: Dispatcher.ResponseData, answer: Answer): Promise<void> {
  answer.statusCode = statusCode;
  const retryAfter = headers['retry-after'];
  if (typeof retryAfter === 'string') answer.retryAfter = retryAfter.trim();
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, BODY_KEPT_BYTES - keptBytes);
      if (part.length > 0) kept.push(part);
      keptBytes += part.length;
      readBytes += chunk.length;
      if (readBytes > BODY_READ_BYTES) break;
    }
  } finally {
    // Once, at the end: the endpoint decides how many chunks there are.
    if (keptBytes > 0) answer.body = textOf(Buffer.concat(kept));
  }
}

/** As UTF-8; a character cut in two by the limit is left out. */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return bytes.length < BODY_KEPT_BYTES ? text : text.replace(/\uFFFD$/, '');
};
