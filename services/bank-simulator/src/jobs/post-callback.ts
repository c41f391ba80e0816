import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SecureContextOptions } from 'node:tls';

const SOCKETS = { keepAlive: true, maxSockets: 64 } as const;

/** What the bank shows where callbacks go by TLS, and by whose signature it believes the receiver. */
export type CallbackTls = Pick<SecureContextOptions, 'cert' | 'key' | 'ca'>;
export type PostOptions = { readonly timeoutMs: number; readonly signal: AbortSignal };
/** Posts a callback and answers with the status. */
export type PostCallback = (url: string, body: string, options: PostOptions) => Promise<number>;

/**
 * Posts JSON. Redirects are not followed. No trace header goes along: this is
 * another company's system, and the receiver's trace starts at the receiver.
 */
export function callbackPost(tls: CallbackTls): PostCallback {
  const plain = new HttpAgent(SOCKETS);
  const secure = new HttpsAgent({ ...SOCKETS, ...tls });
  return (url, body, { timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = new URL(url).protocol === 'https:';
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: isSecure ? secure : plain,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-simulator': 'true',
        },
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
