import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Fault } from './outcome.ts';

/** A file that a success is to be, and how large it may be. */
export type FileWish = { readonly type: string; readonly bytesMax: number };
/** A file as it came, under the type that it came with. */
export type AnsweredFile = { readonly type: string; readonly bytes: Buffer };

export type BankRequest = {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly file?: FileWish | undefined;
};

/** What came back over HTTP. `sent` false is proof that not one byte of the request left. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: string;
      readonly date?: string | undefined;
      /** Of a success where a file was asked for, instead of `body`. */
      readonly file?: AnsweredFile;
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
 * One request and its answer within `deadlineMs`. Never rejects. undici calls `onRequestStart` right before
 * it writes the request to a connected socket, so until then nothing has been sent and from then on anything
 * may have been.
 */
export function exchange(pool: Dispatcher, request: BankRequest, deadlineMs: number): Promise<Exchange> {
  if (deadlineMs <= 0) return Promise.resolve({ kind: 'failed', sent: false, fault: TOO_LATE });
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let expired = false;
    const { file, ...sent } = request;
    const coming = answerComing(file);

    const fail = (fault: Fault): void => resolve({ kind: 'failed', sent: controller !== undefined, fault });
    const timer = setTimeout(() => {
      expired = true;
      fail(controller === undefined ? TOO_LATE : { reason: 'deadline', detail: 'waiting for the answer' });
      controller?.abort(new Cut('deadline'));
    }, deadlineMs);

    pool.dispatch(
      { ...sent, path: request.path, body: request.body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (started) => {
          // Given up while it stood in the queue: aborting here, before the write, keeps it unsent.
          if (expired) started.abort(new Cut('deadline'));
          else controller = started;
        },
        onResponseStart: (_controller, statusCode, headers) => coming.begins(statusCode, headers),
        onResponseData: (started, chunk) => {
          if (!coming.takes(chunk)) started.abort(new Cut('too_large'));
        },
        onResponseEnd: () => {
          clearTimeout(timer);
          resolve(coming.answer());
        },
        onResponseError: (_controller, error) => {
          clearTimeout(timer);
          fail(faultOf(error, controller !== undefined));
        },
      },
    );
  });
}

/** An answer as it arrives: as text, or as bytes where it is the file that was asked for. */
function answerComing(wanted: FileWish | undefined) {
  const bytesMax = wanted?.bytesMax ?? ANSWER_BYTES_MAX;
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  return {
    begins: (statusCode: number, received: IncomingHttpHeaders): void => {
      status = statusCode;
      headers = received;
    },
    /** False once more has come than may. */
    takes: (chunk: Buffer): boolean => {
      size += chunk.length;
      if (size <= bytesMax) chunks.push(chunk);
      return size <= bytesMax;
    },
    answer: (): Exchange => {
      const bytes = Buffer.concat(chunks);
      const { date, 'retry-after': retryAfter, 'content-type': type = '' } = headers;
      const isFile = wanted !== undefined && status >= 200 && status < 300;
      return {
        kind: 'answer',
        status,
        retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        body: isFile ? '' : bytes.toString('utf8'),
        ...(typeof date === 'string' ? { date } : {}),
        ...(isFile ? { file: { type, bytes } } : {}),
      };
    },
  };
}

/** Codes only: an error's message can name hosts and paths. */
function faultOf(error: Error, sent: boolean): Fault {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (code === 'too_large') return { reason: 'unreadable_answer', detail: 'the answer is too large' };
  return { reason: sent ? 'connection_lost' : 'unreachable', detail: code };
}
