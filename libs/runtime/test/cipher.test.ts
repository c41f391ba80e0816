import { createHash } from 'node:crypto';
import { Refusal } from '@gx/core';
import { newCipher, serviceCipher } from '@gx/runtime';
import { testHost } from '@gx/testkit';
import test from 'ava';

const [OLD, NEW, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];

const broken = (ciphertext: string): string => {
  const bytes = Buffer.from(ciphertext, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64');
};

test('an encrypted secret opens with its key, also after the key was replaced, and never shows the cleartext', (t) => {
  const encrypted = newCipher(OLD).encrypt('s3cret');
  t.is(newCipher(NEW, OLD).decrypt(encrypted), 's3cret');
  t.false(JSON.stringify(encrypted).includes('s3cret'));
  t.throws(() => newCipher(OLD).decrypt({ ...encrypted, ciphertext: broken(encrypted.ciphertext) }));
});

test('a ciphertext whose tag was cut short does not open', (t) => {
  const { keyId, ciphertext } = newCipher(OLD).encrypt('');
  const cut = Buffer.from(ciphertext, 'base64').subarray(0, 16).toString('base64');
  t.throws(() => newCipher(OLD).decrypt({ keyId, ciphertext: cut }), { message: /authentication tag/ });
});

test('without its key it is a refusal that may be repeated, and only the cause names the key', (t) => {
  const encrypted = newCipher(OLD).encrypt('s3cret');
  const refusal = t.throws(() => newCipher(NEW).decrypt(encrypted), { instanceOf: Refusal });
  t.is(refusal?.code, 'service_unavailable');
  t.false(refusal?.message.includes(encrypted.keyId));
  t.like(refusal?.cause, { message: `no key ${encrypted.keyId} to open a stored secret` });
});

test('keys are named by ids: the first one encrypts, the same key twice is one', (t) => {
  const cipher = newCipher(NEW, OLD, NEW);
  t.is(cipher.encryptionKeyId, cipher.encrypt('x').keyId);
  t.deepEqual(cipher.keyIds, [newCipher(NEW).encryptionKeyId, newCipher(OLD).encryptionKeyId]);
  for (const id of cipher.keyIds) t.regex(id, /^[0-9a-f]{16}$/);
});

test('a fingerprint is the same for one text under one key that encrypts, and any other for another', (t) => {
  const print = newCipher(OLD).fingerprint('s3cret');
  t.is(newCipher(OLD, NEW).fingerprint('s3cret'), print);
  t.not(newCipher(NEW, OLD).fingerprint('s3cret'), print);
  t.not(newCipher(OLD).fingerprint('s3cret '), print);
  t.not(print, createHash('sha256').update('s3cret').digest('hex'), 'it cannot be had without the key');
});

test('a service encrypts with ENCRYPTION_KEY, opens with DECRYPTION_KEYS too, and alarms once a minute for each key that is missing', async (t) => {
  const host = testHost('encryption');
  t.teardown(host.stop);
  const cipher = serviceCipher(host.log, { ENCRYPTION_KEY: NEW, DECRYPTION_KEYS: [OLD] });
  t.is(cipher.encrypt('x').keyId, newCipher(NEW).encryptionKeyId);
  t.is(cipher.decrypt(newCipher(OLD).encrypt('s3cret')), 's3cret');
  const logged = () => host.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  t.deepEqual(logged(), []);
  const foreign = newCipher(OTHER).encrypt('s3cret');
  const changed = cipher.encrypt('s3cret');
  for (let time = 0; time < 3; time += 1) {
    t.throws(() => cipher.decrypt(foreign));
    t.throws(() => cipher.decrypt({ ...changed, ciphertext: broken(changed.ciphertext) }));
  }
  t.deepEqual(
    logged().map(({ alarm, level, key_id: keyId, reason }) => [alarm, level, keyId, reason]),
    [
      ['secret_unreadable', 'error', foreign.keyId, 'no_such_key'],
      ['secret_unreadable', 'error', changed.keyId, 'does_not_open'],
    ],
  );
  t.false(host.lines.some((line) => line.includes('s3cret') || line.includes(foreign.ciphertext)));
});
