import { randomUUID } from 'node:crypto';

const USABLE = /^[\x21-\x7e]{1,128}$/;
const IN_RAW_PACKET = /^x-request-id:[ \t]*([\x21-\x7e]{1,128})[ \t]*\r?$/im;

/** The client's own id if it is 1 to 128 visible ASCII characters (decisions A57), else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && USABLE.test(header) ? header : randomUUID();

/** The same for a request that the parser refused: all there is of it are the bytes that came. */
export const requestIdInBytes = (packet: Buffer | undefined): string =>
  packet?.toString('latin1').match(IN_RAW_PACKET)?.[1] ?? randomUUID();
