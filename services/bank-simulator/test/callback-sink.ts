import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

export type Callback = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };
/** What the receiver answers to the n-th callback (from 0): a status, or nothing at all. */
export type Reply = (n: number) => number | 'hang';
export type CallbackSink = {
  readonly url: string;
  readonly callbacks: Callback[];
  reply: Reply;
  readonly stop: () => Promise<void>;
};

/** A receiver's webhook, with TLS where it is given some: keeps what it gets and answers as it is told. */
export async function callbackSink(port = 0, tls?: ServerOptions): Promise<CallbackSink> {
  const callbacks: Callback[] = [];
  const onRequest: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      callbacks.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      const status = sink.reply(callbacks.length - 1);
      if (status !== 'hang') response.writeHead(status).end();
    });
  };
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sink: CallbackSink = {
    url: `http${tls === undefined ? '' : 's'}://127.0.0.1:${(server.address() as AddressInfo).port}/bank/perfil/senha`,
    callbacks,
    reply: () => 200,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return sink;
}
