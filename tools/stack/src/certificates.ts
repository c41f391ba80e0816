import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, PEM. */
export type Identity = { readonly cert: string; readonly key: string };
/** Who signs for others. */
export type Authority = { readonly cert: string; readonly issue: (name: string, more?: CertificateTerms) => Identity };
/**
 * From so many hours from now to so many; an hour from a minute ago unless told otherwise. A URI names its
 * bearer where an address does not.
 */
export type CertificateTerms = { readonly fromHours?: number; readonly hours?: number; readonly uri?: string };

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, bytes(hex));
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const utcTime = (date: Date): Buffer => text(0x17, `${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`);

type Holder = { readonly name: Buffer; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

const holder = (name: string): Holder => ({
  name: sequence(der(0x31, sequence(oid('550403'), text(0x0c, name)))),
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});
const forLoopback = (uri?: string): Buffer =>
  extension('551d11', sequence(der(0x87, bytes('7f000001')), ...(uri === undefined ? [] : [text(0x86, uri)])));
const AUTHORITY = extension('551d13', sequence(der(0x01, bytes('ff'))));

/** RFC 5280, as little of it as TLS needs. */
function certificate(subject: Holder, issuer: Holder, extensions: readonly Buffer[], terms: CertificateTerms): string {
  const { fromHours = -1 / 60, hours = 1 } = terms;
  const inHours = (count: number): Buffer => utcTime(new Date(Date.now() + count * 3_600_000));
  const body = sequence(
    der(0xa0, der(0x02, bytes('02'))),
    der(0x02, Buffer.concat([bytes('01'), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    issuer.name,
    sequence(inHours(fromHours), inHours(hours)),
    subject.name,
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', body, issuer.privateKey));
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

const pemOf = ({ privateKey }: Holder): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * A certificate of its own for 127.0.0.1, good for an hour unless told otherwise: a client that trusts
 * exactly it, trusts its bearer.
 */
export function selfSigned(name: string, hours = 1): Identity {
  const own = holder(name);
  return { cert: certificate(own, own, [AUTHORITY, forLoopback()], { hours }), key: pemOf(own) };
}

/**
 * A throwaway authority: a client that trusts it trusts every server that it has given a certificate for
 * 127.0.0.1.
 */
export function authority(name: string): Authority {
  const signer = holder(name);
  return {
    cert: certificate(signer, signer, [AUTHORITY], { hours: 24 * 3_650 }),
    issue: (of, terms = {}) => {
      const own = holder(of);
      return { cert: certificate(own, signer, [forLoopback(terms.uri)], terms), key: pemOf(own) };
    },
  };
}
