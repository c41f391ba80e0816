import type { ServerResponse } from 'node:http';
import type { Response } from 'express';

/** A text that is made piece by piece while it is sent. */
export type StreamedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string>;
};

/** A client that takes nothing for so long is gone. */
const STALL_MS = 60_000;

/**
 * Writes the pieces as fast as the client takes them, one in memory at a time; a client that leaves ends the
 * making. The first is made before the headers leave: what is refused by then is refused as ever. What a
 * later one throws is thrown on, and the answer is not ended: `breakOff` is for that.
 */
export async function sendStream(response: Response, { status, headers, chunks }: StreamedAnswer): Promise<void> {
  const making = chunks[Symbol.asyncIterator]();
  try {
    let next = await making.next();
    if (response.closed) return;
    response.writeHead(status, headers);
    response.setTimeout(STALL_MS, () => breakOff(response));
    while (next.done !== true && response.req.method !== 'HEAD') {
      if (!response.write(next.value)) await drained(response);
      if (response.closed) return;
      next = await making.next();
      if (response.closed) return;
    }
    response.end();
  } finally {
    await making.return?.();
  }
}

/** Until the client has taken what was written, or has left. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      response.off('drain', over).off('close', over);
      resolve();
    };
    response.on('drain', over).on('close', over);
  });

/**
 * Ends an answer so that no client takes what came for the whole, of HTTP/1.0 either: by a reset, and under
 * TLS by an end that was not announced.
 */
export function breakOff({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
