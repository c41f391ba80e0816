import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { addMillis } from '@gx/core';
import { authority, selfSigned } from '@gx/testkit';
import test from 'ava';
import { chainEndsAt, tlsProblem } from './bank-tls.ts';
import type { BankTls } from './profile.ts';

const DAY = 24;
const ca = authority('Banco');
const us = ca.issue('us', { hours: 90 * DAY });
const other = ca.issue('other');
const chain = `${us.cert}${ca.cert}`;
const now = new Date();
const pem = (what: string): string => `-----BEGIN ${what}-----\nbm90aGluZw==\n-----END ${what}-----\n`;
const locked = createPrivateKey(us.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString();
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const isFine = test.macro({
  exec: (t, tls: BankTls) => t.is(tlsProblem(tls, now), undefined),
  title: (what) => `taken: ${what}`,
});
test('nothing at all', isFine, {});
test('a certificate with its key', isFine, { cert: us.cert, key: us.key });
test('its chain, and the bank’s authority', isFine, { cert: chain, key: us.key, ca: ca.cert });
test('what openssl writes around a certificate and a key', isFine, {
  cert: `Bag Attributes\n    friendlyName: us\n${us.cert}`,
  key: `Bag Attributes\n${us.key}`,
});
test('an authority alone, for a bank that asks for no certificate', isFine, { ca: selfSigned('bank').cert });
test('a bundle in which one authority has expired', isFine, { ca: `${selfSigned('old', -1).cert}${ca.cert}` });

const isRefused = test.macro({
  exec: (t, tls: BankTls, part: keyof BankTls, message: RegExp) => {
    const problem = tlsProblem(tls, now);
    t.is(problem?.part, part);
    t.regex(problem?.message ?? '', message);
    t.regex(problem?.message ?? '', /^The .+\.$/, 'a sentence that names the part');
    t.false(/BEGIN|bm90aGluZw/.test(problem?.message ?? ''), 'nothing of what was given');
  },
  title: (what) => `refused by name: ${what}`,
});
const key = us.key;
test('a key without its certificate', isRefused, { key }, 'cert', /^The certificate of the private key is missing/);
test(
  'a certificate without its key',
  isRefused,
  { cert: us.cert },
  'key',
  /^The private key of the certificate is missing/,
);
test('a certificate that is no PEM', isRefused, { cert: 'garbage', key }, 'cert', /^The certificate is not made of/);
test('an empty certificate', isRefused, { cert: '', key }, 'cert', /not made of certificates/);
test('PEM of no certificate', isRefused, { cert: pem('CERTIFICATE'), key }, 'cert', /number 1 in its PEM is no cert/);
test('a chain that breaks off', isRefused, { cert: chain.slice(0, -40), key }, 'cert', /not made of certificates/);
test('PEM of something else', isRefused, { cert: `${us.cert}${pem('X509 CRL')}`, key }, 'cert', /not made of cert/);
test('a key among the certificates', isRefused, { cert: us.cert + key, key }, 'cert', /holds a private key/);
test('a text that never ends', isRefused, { cert: us.cert.repeat(200), key }, 'cert', /more than 65536 characters/);
test('a key that is no PEM', isRefused, { cert: us.cert, key: 'garbage' }, 'key', /^The private key is not one in PEM/);
test('PEM of no key', isRefused, { cert: us.cert, key: pem('PRIVATE KEY') }, 'key', /is not one in PEM/);
test('a key under a passphrase', isRefused, { cert: us.cert, key: locked }, 'key', /under a passphrase/);
test('another’s key', isRefused, { cert: us.cert, key: other.key }, 'key', /does not belong to the certificate/);
test('a key of another kind', isRefused, { cert: us.cert, key: String(weak) }, 'key', /does not belong to the cert/);
test('a chain upside down', isRefused, { cert: ca.cert + us.cert, key }, 'cert', /must be the first of its chain/);
const expired = ca.issue('us', { fromHours: -3, hours: -2 });
test('a certificate that has expired', isRefused, expired, 'cert', /^The certificate has expired: it ended at \d{4}-/);
const early = ca.issue('us', { fromHours: 2, hours: 3 });
test('a certificate of tomorrow', isRefused, early, 'cert', /^The certificate is not valid before \d{4}-/);
const worn = { cert: us.cert + selfSigned('old', -1).cert, key };
test('a chain of which a part has expired', isRefused, worn, 'cert', /number 2 of its chain has expired/);
test('an authority that is no PEM', isRefused, { ca: 'garbage' }, 'ca', /^The bank’s authority is not made of/);
test('an authority with a key', isRefused, { ca: ca.cert + key }, 'ca', /^The bank’s authority holds a private key/);
test('an authority that has expired', isRefused, { ca: selfSigned('old', -1).cert }, 'ca', /authority has expired/);

test('a chain ends with the first of its certificates that does', (t) => {
  const at = (hours: number): number => addMillis(now, hours * 3_600_000).getTime();
  t.true(Math.abs(chainEndsAt(chain).getTime() - at(90 * DAY)) < 60_000);
  const short = selfSigned('between', 5 * DAY).cert;
  t.true(Math.abs(chainEndsAt(us.cert + short).getTime() - at(5 * DAY)) < 60_000);
});
