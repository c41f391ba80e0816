import { type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** What else a call of the engine carries, and which refusals mean that nothing is left to do. */
type Call = { readonly body?: Readable; readonly fine?: readonly number[] };

/**
 * A call of the engine's interface over its socket, for programs too small for a client; undefined when it
 * answers nothing.
 */
export async function callEngine(socket: string, call: string, { body, fine = [] }: Call = {}): Promise<unknown> {
  const [method = 'GET', path = ''] = call.split(' ');
  const asking = request({ socketPath: socket, method, path, headers: { host: 'docker' } });
  const answer = new Promise<IncomingMessage>((settle, fail) => {
    asking.once('response', settle);
    asking.once('error', fail);
  });
  if (body === undefined) asking.end();
  else await pipeline(body, asking);
  const response = await answer;
  const status = response.statusCode ?? 0;
  if (status >= 400 && !fine.includes(status)) throw new Error(`${call}: ${status} ${await text(response)}`);
  if (status === 200 && response.headers['content-type'] === 'application/json') return await json(response);
  response.resume();
  return undefined;
}
