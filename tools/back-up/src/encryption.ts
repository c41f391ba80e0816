import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/** How the bytes of a file lie on the disk: as they are, or as the program `age` reads them. */
type Form = { readonly ending: '' | '.age' };
export type Encryption = Form & { readonly encrypt: (plain: Readable) => Promise<Readable> };
export type Decryption = Form & { readonly decrypt: (stored: Readable) => Promise<Readable> };

const asItIs = async (bytes: Readable): Promise<Readable> => bytes;

/** Throws for what is no recipient of age. */
export function encryptionTo(recipient: string | undefined): Encryption {
  if (recipient === undefined) return { ending: '', encrypt: asItIs };
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return { ending: '.age', encrypt: async (plain) => fromWeb(await encrypter.encrypt(toWeb(plain))) };
}

/** With a key, or with the lines of a file that age-keygen made. Throws for what is no key of age. */
export function decryptionWith(key: string | undefined): Decryption {
  if (key === undefined) return { ending: '', decrypt: asItIs };
  const decrypter = new Decrypter();
  const lines = key.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new Error('no key');
  for (const one of keys) decrypter.addIdentity(one);
  return { ending: '.age', decrypt: async (stored) => fromWeb(await decrypter.decrypt(toWeb(stored))) };
}

const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
const fromWeb = (bytes: ReadableStream<Uint8Array>) => Readable.fromWeb(bytes as WebStream);
