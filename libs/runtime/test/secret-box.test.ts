import { Refusal } from '@gx/core';
import { secretBox, serviceSecretBox } from '@gx/runtime';
import { testHost } from '@gx/testkit';
import test from 'ava';

const [OLD, NEW, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];

const broken = (box: string): string => {
  const bytes = Buffer.from(box, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64');
};

test('a sealed secret opens with its key, also after the key was replaced, and never shows the cleartext', (t) => {
  const sealed = secretBox(OLD).seal('s3cret');
  t.is(secretBox(NEW, OLD).open(sealed), 's3cret');
  t.false(JSON.stringify(sealed).includes('s3cret'));
  t.throws(() => secretBox(OLD).open({ ...sealed, box: broken(sealed.box) }));
});

test('without its key it is a refusal that may be repeated, and only the cause names the key', (t) => {
  const sealed = secretBox(OLD).seal('s3cret');
  const refusal = t.throws(() => secretBox(NEW).open(sealed), { instanceOf: Refusal });
  t.is(refusal?.code, 'service_unavailable');
  t.false(refusal?.message.includes(sealed.keyId));
  t.like(refusal?.cause, { message: `no key ${sealed.keyId} to open a stored secret` });
});

test('keys are named by ids: the first one seals, the same key twice is one', (t) => {
  const box = secretBox(NEW, OLD, NEW);
  t.is(box.sealingKeyId, box.seal('x').keyId);
  t.deepEqual(box.keyIds, [secretBox(NEW).sealingKeyId, secretBox(OLD).sealingKeyId]);
  for (const id of box.keyIds) t.regex(id, /^[0-9a-f]{16}$/);
});

test('a service seals with ENCRYPTION_KEY, opens with DECRYPTION_KEYS too, and alarms once a minute for each key that is missing', async (t) => {
  const host = testHost('sealing');
  t.teardown(host.stop);
  const box = serviceSecretBox(host.log, { ENCRYPTION_KEY: NEW, DECRYPTION_KEYS: [OLD] });
  t.is(box.seal('x').keyId, secretBox(NEW).sealingKeyId);
  t.is(box.open(secretBox(OLD).seal('s3cret')), 's3cret');
  const told = () => host.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  t.deepEqual(told(), []);
  const foreign = secretBox(OTHER).seal('s3cret');
  const changed = box.seal('s3cret');
  for (let time = 0; time < 3; time += 1) {
    t.throws(() => box.open(foreign));
    t.throws(() => box.open({ ...changed, box: broken(changed.box) }));
  }
  t.deepEqual(
    told().map(({ alarm, level, key_id: keyId, reason }) => [alarm, level, keyId, reason]),
    [
      ['secret_unreadable', 'error', foreign.keyId, 'no_such_key'],
      ['secret_unreadable', 'error', changed.keyId, 'does_not_open'],
    ],
  );
  t.false(host.lines.some((line) => line.includes('s3cret') || line.includes(foreign.box)));
});
