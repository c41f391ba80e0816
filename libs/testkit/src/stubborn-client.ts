import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

export type SendPlan = {
  readonly head: string;
  /** Pieces of the body, sent one after the other whatever is answered meanwhile. */
  readonly pieces: Iterable<string>;
  /** Waits so long between two pieces. */
  readonly everyMs?: number;
};
export type SendResult = {
  /** All that was answered. */
  readonly received: string;
  /** Why a write failed, and how many bytes of the body had been taken by then. */
  readonly fault: string | undefined;
  readonly bytes: number;
  /** From the first answer until the connection was closed. */
  readonly closedAfterMs: number;
};

/**
 * A client that sends all of its body before it looks at the answer, as many do, and only then closes its
 * side.
 */
export function sendStubbornly(port: number, { head, pieces, everyMs = 0 }: SendPlan): Promise<SendResult> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    let fault: string | undefined;
    let bytes = 0;
    let answeredAt: number | undefined;
    socket.setEncoding('latin1').on('data', (text) => {
      answeredAt ??= performance.now();
      received += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      fault ??= error.code ?? error.message;
    });
    const left = pieces[Symbol.iterator]();
    let isOver = { sent: false, answered: false };
    const over = (what: Partial<typeof isOver>): void => {
      isOver = { ...isOver, ...what };
      if (isOver.sent && isOver.answered) socket.destroy();
    };
    socket.on('end', () => over({ answered: true }));
    const next = (): void => {
      const { value, done } = left.next();
      if (socket.destroyed) return;
      if (done) over({ sent: true });
      else send(value);
    };
    const send = (piece: string): void => {
      socket.write(piece, 'latin1', (error) => {
        if (error) return;
        bytes += piece.length;
        if (everyMs === 0) next();
        else setTimeout(next, everyMs);
      });
    };
    socket.on('close', () => {
      const closedAfterMs = performance.now() - (answeredAt ?? 0);
      resolve({ received, fault, bytes, closedAfterMs });
    });
    socket.write(head, 'latin1', next);
  });
}
