import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 64 }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
} as const;

export type PostOptions = { readonly timeoutMs: number; readonly signal: AbortSignal };

/**
 * Posts JSON and answers with the status. Redirects are not followed. No trace header goes along: this is
 * another company's system, and the receiver's trace starts at the receiver.
 */
export function postCallback(url: string, body: string, { timeoutMs, signal }: PostOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const secure = new URL(url).protocol === 'https:';
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: secure ? agents['https:'] : agents['http:'],
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-simulator': 'true' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    request.once('error', reject);
    request.once('response', (response) => {
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.end(body);
  });
}
