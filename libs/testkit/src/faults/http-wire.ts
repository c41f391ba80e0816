import type { Dispatcher } from 'undici';
import type { Instance } from './instance.ts';
import type { AskTampering, HttpCall } from './tampering.ts';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;
type Reply = {
  status: number;
  headers: Parameters<NonNullable<Handler['onResponseStart']>>[2];
  statusText: string | undefined;
  readonly chunks: Buffer[];
  error: Error | undefined;
};

/**
 * Requests of a pool pass the instance: each is kept back until its whole answer is here, then told to
 * the caller.
 */
export function httpWire<D extends object>({ service, pass }: Instance, pool: D, tampering: AskTampering): D {
  const composed = (pool as unknown as Dispatcher).compose((dispatch) => (request, handler) => {
    const what = whatOf(request);
    const call: HttpCall = { service, to: 'bank', what };
    const responder = responderOf(handler);
    const make = async (): Promise<Reply> => {
      const { http, httpAnswer } = tampering();
      const reply = await exchange(dispatch, http?.(call, request) ?? request, responder);
      return httpAnswer === undefined || reply.error !== undefined ? reply : changed(reply, call, httpAnswer);
    };
    const lost = (side: 'before' | 'after'): Promise<Reply> => Promise.resolve(cut(side, responder));
    pass
      .cross('bank', what, { make, lost })
      .then(responder.respond, (cause: unknown) =>
        responder.respond(failed(cause instanceof Error ? cause : new Error('unknown'))),
      );
    return true;
  });
  return composed as unknown as D;
}

function changed(reply: Reply, call: HttpCall, change: NonNullable<ReturnType<AskTampering>['httpAnswer']>): Reply {
  const answer = { status: reply.status, body: Buffer.concat(reply.chunks).toString('utf8') };
  change(call, answer);
  return { ...reply, status: answer.status, chunks: [Buffer.from(answer.body)] };
}

/**
 * `PUT /cob`, `PUT /order/refunds`: the first two segments tell operations of a bank apart, what follows are
 * ids.
 */
function whatOf({ method, path }: Dispatcher.DispatchOptions): string {
  const segments = path.split('?')[0]?.split('/').filter(Boolean) ?? [];
  if (segments[0] === 'acquirer') return `${method} ${orderOperation(segments.slice(2))}`;
  const [first = '', second = '', third] = segments;
  const deep = path.includes('/devolucao/') ? '/devolucao' : '';
  return `${method} /${/^v\d+$/.test(first) ? second : [first, second].join('/')}${deep}${third === undefined ? 's' : ''}`;
}

/**
 * Below `/acquirer/v1`: `/orders`, `/order`, `/order/cancellation`, `/order/refunds`, `/callback-address`.
 */
function orderOperation([first = '', reference, deep]: readonly string[]): string {
  if (reference === undefined) return `/${first}`;
  return deep === undefined ? '/order' : `/order/${deep}`;
}

type Responder = {
  readonly started: (controller: Controller, context: object) => void;
  readonly respond: (reply: Reply) => void;
};

/** Tells the handler at most once that its request started, and once how it ended. */
function responderOf(handler: Handler): Responder {
  let live: Controller | undefined;
  let aborted: Error | undefined;
  let begun = false;
  const controller: Controller = {
    get aborted() {
      return aborted !== undefined;
    },
    get reason() {
      return aborted ?? null;
    },
    paused: false,
    pause: () => undefined,
    resume: () => undefined,
    abort: (reason: Error) => {
      aborted ??= reason;
      live?.abort(reason);
    },
  };
  return {
    started: (real, context) => {
      live = real;
      if (aborted !== undefined) return real.abort(aborted);
      if (begun) return;
      begun = true;
      handler.onRequestStart?.(controller, context as never);
    },
    respond: ({ status, headers, statusText, chunks, error }) => {
      if (error !== undefined) return void handler.onResponseError?.(begun ? controller : (null as never), error);
      handler.onResponseStart?.(controller, status, headers, statusText);
      for (const chunk of chunks) if (aborted === undefined) handler.onResponseData?.(controller, chunk);
      if (aborted === undefined) handler.onResponseEnd?.(controller, {});
      else handler.onResponseError?.(controller, aborted);
    },
  };
}

const emptyReply = (): Reply => ({ status: 0, headers: {}, statusText: undefined, chunks: [], error: undefined });
const failed = (error: Error): Reply => ({ ...emptyReply(), error });

function exchange(
  dispatch: Dispatcher.Dispatch,
  request: Dispatcher.DispatchOptions,
  { started }: Responder,
): Promise<Reply> {
  return new Promise((resolve) => {
    const reply = emptyReply();
    dispatch(request, {
      onRequestStart: (controller, context) => started(controller, context as object),
      onResponseStart: (_controller, status, headers, statusText) => {
        Object.assign(reply, { status, headers, statusText });
      },
      onResponseData: (_controller, chunk) => void reply.chunks.push(chunk),
      onResponseEnd: () => resolve(reply),
      onResponseError: (_controller, error) => resolve(failed(error)),
    });
  });
}

/** Refused before anything left, or cut while waiting for the answer. */
function cut(side: 'before' | 'after', { started }: Responder): Reply {
  if (side === 'before') return failed(Object.assign(new Error('cut by the test'), { code: 'ECONNREFUSED' }));
  started(DONE, {});
  return failed(Object.assign(new Error('cut by the test'), { code: 'ECONNRESET' }));
}

const DONE: Controller = {
  aborted: false,
  reason: null,
  paused: false,
  pause: () => undefined,
  resume: () => undefined,
  abort: () => undefined,
};
