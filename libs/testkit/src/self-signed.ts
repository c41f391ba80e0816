import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type Identity = { readonly cert: string; readonly key: string };

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

/** A certificate of its own for 127.0.0.1, good for an hour unless told otherwise (RFC 5280): whoever trusts exactly it, trusts its bearer. */
export function selfSigned(name: string, hours = 1): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const subject = sequence(der(0x31, sequence(oid('550403'), text(0x0c, name))));
  const extensions = sequence(
    extension('551d13', sequence(der(0x01, bytes('ff')))),
    extension('551d11', sequence(der(0x87, bytes('7f000001')))),
  );
  const body = sequence(
    der(0xa0, der(0x02, bytes('02'))),
    der(0x02, Buffer.concat([bytes('01'), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(utcTime(new Date(now - 60_000)), utcTime(new Date(now + hours * 3_600_000))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', body, privateKey));
  const certificate = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
