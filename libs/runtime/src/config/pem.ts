import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Reader } from './config.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a text, in their order; undefined where there is none, or one that cannot be read. */
export function certificatesIn(pem: string): readonly X509Certificate[] | undefined {
  try {
    return pem.match(CERTIFICATE)?.map((one) => new X509Certificate(one));
  } catch {
    return undefined;
  }
}

/** A private key without a passphrase; undefined where it is none. */
export function privateKeyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

export const certificates: Reader<string> = {
  kind: 'certificates in PEM',
  parse: (raw) => (certificatesIn(raw) === undefined ? new Error('must hold certificates in PEM') : raw),
};

export const privateKey: Reader<string> = {
  kind: 'secret, private key in PEM',
  parse: (raw) =>
    privateKeyIn(raw) === undefined ? new Error('must be a private key in PEM, without a passphrase') : raw,
};
