import type { IncomingMessage } from 'node:http';
import { Refusal } from '@gx/core';

/**
 * Express' own parser reads an oversized body to its end before it answers; here the answer leaves at once.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(tooLarge(maxBytes));
    const chunks: Buffer[] = [];
    let size = 0;
    const onChunk = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else settle(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = (): void =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onClose = (): void => settle(() => reject(new Refusal('invalid_request', 'The request body ended early.')));
    const settle = (then: () => void): void => {
      request.off('data', onChunk).off('end', onEnd).off('close', onClose);
      // What is still to come is read and dropped, so that the client can read its answer on this connection.
      request.resume();
      then();
    };
    return request.on('data', onChunk).on('end', onEnd).on('close', onClose);
  });
}

const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('invalid_request', `The request body is larger than ${maxBytes / 1024} KiB.`, { details: [] });
