import type { Dispatcher } from 'undici';
import type { Fault } from './outcome.ts';

export type BankRequest = {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** What came back over HTTP. `sent` false is proof that not one byte of the request left. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: string;
      readonly date?: string | undefined;
    }
  | { readonly kind: 'failed'; readonly sent: boolean; readonly fault: Fault };

/** A page of a thousand Pix is about 600 kB. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

const TOO_LATE: Fault = { reason: 'deadline', detail: 'before it was sent' };

class Cut extends Error {
  override readonly name = 'Cut';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * One request and its answer within `deadlineMs`. Never rejects. undici calls `onRequestStart` right before it writes the
 * request to a connected socket, so until then nothing has been sent and from then on anything may have been.
 */
export function exchange(pool: Dispatcher, request: BankRequest, deadlineMs: number): Promise<Exchange> {
  if (deadlineMs <= 0) return Promise.resolve({ kind: 'failed', sent: false, fault: TOO_LATE });
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let expired = false;
    let status = 0;
    let retryAfter: string | undefined;
    let date: string | undefined;
    let size = 0;
    const chunks: Buffer[] = [];

    const fail = (fault: Fault): void => resolve({ kind: 'failed', sent: controller !== undefined, fault });
    const timer = setTimeout(() => {
      expired = true;
      fail(controller === undefined ? TOO_LATE : { reason: 'deadline', detail: 'waiting for the answer' });
      controller?.abort(new Cut('deadline'));
    }, deadlineMs);

    pool.dispatch(
      { ...request, path: request.path, body: request.body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (started) => {
          // Given up while it stood in the queue: aborting here, before the write, keeps it unsent.
          if (expired) started.abort(new Cut('deadline'));
          else controller = started;
        },
        onResponseStart: (_controller, statusCode, headers) => {
          status = statusCode;
          const header = headers['retry-after'];
          retryAfter = Array.isArray(header) ? header[0] : header;
          date = typeof headers['date'] === 'string' ? headers['date'] : undefined;
        },
        onResponseData: (started, chunk) => {
          size += chunk.length;
          if (size > ANSWER_BYTES_MAX) started.abort(new Cut('too_large'));
          else chunks.push(chunk);
        },
        onResponseEnd: () => {
          clearTimeout(timer);
          resolve({
            ...{ kind: 'answer', status, retryAfter, body: Buffer.concat(chunks).toString('utf8') },
            ...(date === undefined ? {} : { date }),
          });
        },
        onResponseError: (_controller, error) => {
          clearTimeout(timer);
          fail(faultOf(error, controller !== undefined));
        },
      },
    );
  });
}

/** Codes only: an error's message can name hosts and paths. */
function faultOf(error: Error, sent: boolean): Fault {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (code === 'too_large') return { reason: 'unreadable_answer', detail: 'answer beyond 4 MiB' };
  return { reason: sent ? 'connection_lost' : 'unreachable', detail: code };
}
