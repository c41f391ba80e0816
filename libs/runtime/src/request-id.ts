import { randomUUID } from 'node:crypto';

const USABLE = /^[\x21-\x7e]{1,128}$/;
const IN_RAW_PACKET = /^x-request-id:[ \t]*([\x21-\x7e]{1,128})[ \t]*\r?$/im;

/** The client's own id if it is 1 to 128 visible ASCII characters (decisions A57), else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && USABLE.test(header) ? header : randomUUID();

/**
 * The same for a request that the parser refused: all there is of it are the bytes of the packet that came, and how far the
 * parser read them. Requests before it in the same packet end in an empty line.
 */
export function requestIdInBytes(packet: Buffer | undefined, bytesParsed = 0): string {
  const text = packet?.toString('latin1') ?? '';
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed);
  return text.slice(Math.max(before, 0)).match(IN_RAW_PACKET)?.[1] ?? randomUUID();
}
