import { createHmac } from 'node:crypto';

const KEYED = 'keyed:';

/**
 * What a request that names a person is known by. Its own hash, which older versions stored, is of the
 * document among others: of an erased person a list of all documents would find it.
 */
export const keyedRequestHash = (secret: Buffer, requestHash: string): string =>
  `${KEYED}${createHmac('sha256', secret)
    .update(JSON.stringify(['request', requestHash]))
    .digest('hex')}`;

/** Whether a hash is stored so; else it is the request's own. */
export const isKeyedHash = (stored: string): boolean => stored.startsWith(KEYED);
