import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * 1 to 255 printable ASCII characters, blanks inside included (decisions A57); HTTP itself removes those at
 * the edges.
 */
const PRINTABLE = String.raw`[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?`;
const USABLE = new RegExp(`^${PRINTABLE}$`);
const IN_RAW_PACKET = new RegExp(`^x-request-id:[ \\t]*(${PRINTABLE})[ \\t]*\\r?$`, 'im');

type Headers = Pick<IncomingMessage, 'headers' | 'headersDistinct'>;

/** The client's own id if it sent one that is usable, else a new one. */
export function requestIdOf(request: Headers): string {
  const id = request.headers['x-request-id'];
  if (typeof id !== 'string' || !USABLE.test(id)) return randomUUID();
  // Node joins what was sent twice, and of two ids neither is the client's own.
  return id.includes(', ') && request.headersDistinct['x-request-id']?.length !== 1 ? randomUUID() : id;
}

/**
 * The same for a request that the parser refused: all there is of it are the bytes of the packet that came,
 * and how far the parser read them. Requests before it in the same packet end in an empty line.
 */
export function requestIdInBytes(packet: Buffer | undefined, bytesParsed = 0): string {
  const text = packet?.toString('latin1') ?? '';
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed);
  return text.slice(Math.max(before, 0)).match(IN_RAW_PACKET)?.[1] ?? randomUUID();
}
