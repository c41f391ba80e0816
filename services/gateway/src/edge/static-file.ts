import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';

/** What is the same for everybody until the next release: its bytes, the same compressed, and their name. */
export type StaticFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
};

/** Made once, at the start: neither hashing nor compressing holds up a request. */
export function staticFile(text: string, headers: Readonly<Record<string, string>>): StaticFile {
  const plain = Buffer.from(text);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    plain,
    gzipped: gzipSync(plain, { level: 9 }),
    headers: {
      // Kept a while by its readers: it changes with a release only.
      'Cache-Control': 'public, max-age=300',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      // Weak: the same text, compressed or not.
      ETag: `W/"${digest}"`,
      ...headers,
    },
  };
}

/** Writes it, compressed for whom can read that, or 304 to whom has it. */
export function sendStatic(response: Response, { headers, plain, gzipped }: StaticFile): void {
  const { req: request } = response;
  response.set(headers);
  if (request.fresh) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const isGzipped = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isGzipped) response.set('Content-Encoding', 'gzip');
  const bytes = isGzipped ? gzipped : plain;
  response.set('Content-Length', String(bytes.length)).end(bytes);
}
