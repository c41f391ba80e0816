import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Sends bytes as they are and reads every response until the server closes, or until `count` have come. */
export function rawExchange(
  port: number,
  bytes: string | readonly string[],
  count = Number.POSITIVE_INFINITY,
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = (): void => {
      socket.destroy();
      resolve(responsesIn(received));
    };
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      if (responsesIn(received).length >= count) finish();
    });
    socket.on('close', finish).on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish();
      else reject(error);
    });
    for (const part of typeof bytes === 'string' ? [bytes] : bytes) socket.write(part, 'latin1');
  });
}

export function responsesIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers.get('content-length') ?? 0);
    if (rest.length < end + 4 + length) return answers;
    const status = Number(first.split(' ')[1]);
    if (status >= 200) answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
}
