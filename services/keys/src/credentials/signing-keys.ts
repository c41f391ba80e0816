import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Reader } from '@gx/runtime';

const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/** A PKCS8 private key in PEM for ES256. `\n` may stand for a line break, as in files of variables. */
export const es256PrivateKey = (): Reader<KeyObject> => ({
  kind: 'secret, a P-256 private key in PEM',
  parse: (raw) => readKey(() => createPrivateKey(unfold(raw)), 'must be a P-256 private key in PEM'),
});

/**
 * PEM blocks one after the other; of a private key only the public half is taken, which is all that checking
 * needs.
 */
export const es256PublicKeys = (): Reader<readonly KeyObject[]> => ({
  kind: 'P-256 keys in PEM, one after the other',
  parse: (raw) => {
    const blocks = unfold(raw).match(PEM_BLOCK) ?? [];
    const read = blocks.map((block) => readKey(() => createPublicKey(block), 'must be P-256 keys in PEM'));
    const keys = read.filter((key): key is KeyObject => !(key instanceof Error));
    return keys.length === 0 || keys.length < read.length ? new Error('must be P-256 keys in PEM') : keys;
  },
});

const unfold = (raw: string): string => raw.replaceAll('\\n', '\n');

function readKey(read: () => KeyObject, problem: string): KeyObject | Error {
  try {
    const key = read();
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : new Error(problem);
  } catch (cause) {
    // The cause may quote the key: the problem names the variable and says no more.
    return new Error(problem, { cause });
  }
}
