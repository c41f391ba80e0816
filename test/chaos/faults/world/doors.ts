import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a merchant's server treats one request. */
export type SinkAnswer = 'ok' | 'refuse' | 'cut';
export type SinkRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly answer: SinkAnswer;
};
type TakeCallback = (token: string, body: Buffer) => Promise<unknown>;

/**
 * What the world sends to: merchants' servers and the listener for provider callbacks, one door for all
 * workers.
 */
export type Doors = {
  readonly callbackUrl: string;
  /** Takes the callbacks of one bank profile. */
  readonly onCallback: (profileId: string, take: TakeCallback) => void;
  readonly sinkUrl: (path: string) => string;
  /** Everything that was posted to a path, in order; `forget` drops it. */
  readonly posted: (path: string) => readonly SinkRequest[];
  readonly forget: (path: string) => void;
  /** Decides how the requests to a path are answered; all well unless told otherwise. */
  readonly answerAt: (path: string, answer: () => SinkAnswer) => void;
  readonly stop: () => Promise<void>;
};

export async function openDoors(): Promise<Doors> {
  const callbacks = new Map<string, TakeCallback>();
  const mail = new Map<string, SinkRequest[]>();
  const answers = new Map<string, () => SinkAnswer>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const [, kind, first = '', second = ''] = (request.url ?? '').split('/');
    if (kind === 'bank') {
      const taken = await (callbacks.get(first)?.(second, body) ?? Promise.reject(new Error('nobody'))).then(
        () => 200,
        () => 503,
      );
      return void response.writeHead(taken).end();
    }
    const path = `/${first}`;
    const answer = answers.get(path)?.() ?? 'ok';
    mail.get(path)?.push({ headers: request.headers, body: body.toString('utf8'), answer });
    if (answer === 'cut') return void request.socket.resetAndDestroy();
    response.writeHead(answer === 'ok' ? 200 : 500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    callbackUrl: origin,
    onCallback: (profileId, take) => void callbacks.set(profileId, take),
    sinkUrl: (path) => {
      mail.set(path, mail.get(path) ?? []);
      return `${origin}/sink${path}`;
    },
    posted: (path) => mail.get(path) ?? [],
    forget: (path) => {
      mail.delete(path);
      answers.delete(path);
    },
    answerAt: (path, answer) => void answers.set(path, answer),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
