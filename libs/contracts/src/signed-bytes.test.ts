import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import test from 'ava';
import { parseSignature, type SignedParts, signatureText, signedBytes } from './signed-bytes.ts';

const EVENT: SignedParts = {
  topic: 'gx.charge.money.v1',
  key: Buffer.from('01990000-0000-7000-8000-000000000001'),
  type: 'charge.payment_accepted',
  eventId: 'evt_01',
  accountId: '01990000-0000-7000-8000-000000000001',
  livemode: 'true',
  value: Buffer.from('0a0665767430', 'hex'),
};

/** Written by hand: each part behind its length in four bytes. */
const BYTES = [
  ['0000000b', 'gx-event-v1'],
  ['00000012', 'gx.charge.money.v1'],
  ['00000024', '01990000-0000-7000-8000-000000000001'],
  ['00000017', 'charge.payment_accepted'],
  ['00000006', 'evt_01'],
  ['00000024', '01990000-0000-7000-8000-000000000001'],
  ['00000004', 'true'],
]
  .map(([length = '', text = '']) => `${length}${Buffer.from(text).toString('hex')}`)
  .concat('00000006', '0a0665767430')
  .join('');

/** RFC 8032, section 7.1, test 1. */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const KEY = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${SEED}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const SIGNATURE =
  'da65c419ceec0f3a.UCnHpsYMpvnJAt7SRqXpsXtVzA8iAbPBNTFNJAfmeaz4IJFFMJ8ZxJU7kEyou3kBQELfnfRhq7r8BY24np27Dw';

test('an event has these bytes under its signature, and no others', (t) => {
  t.is(signedBytes(EVENT).toString('hex'), BYTES);
});

test('the key of RFC 8032 gives an event this signature, for anybody who verifies our events', (t) => {
  const publicKey = createPublicKey(KEY);
  t.is(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex'), PUBLIC);
  const signature = sign(null, signedBytes(EVENT), KEY);
  const keyId = createHash('sha256').update('gx-key-id:').update(Buffer.from(PUBLIC, 'hex')).digest('hex').slice(0, 16);
  t.is(signatureText({ keyId, signature }), SIGNATURE);
  const claim = parseSignature(SIGNATURE);
  t.is(claim?.keyId, keyId);
  t.true(verify(null, signedBytes(EVENT), publicKey, claim?.signature ?? Buffer.alloc(0)));
});

test('every part is signed: one that is changed changes the bytes', (t) => {
  const changes: readonly Partial<SignedParts>[] = [
    { topic: 'gx.refund.events.v1' },
    { key: Buffer.from('another') },
    { type: 'charge.payment_held' },
    { eventId: 'evt_02' },
    { accountId: '01990000-0000-7000-8000-000000000002' },
    { livemode: 'false' },
    { value: Buffer.from('0a0665767431', 'hex') },
  ];
  t.is(changes.length, Object.keys(EVENT).length);
  const all = [EVENT, ...changes.map((change) => ({ ...EVENT, ...change }))].map((one) =>
    signedBytes(one).toString('hex'),
  );
  t.is(new Set(all).size, all.length);
});

test('what is moved from one part to the next is another event', (t) => {
  const bytes = (key: string, type: string) => signedBytes({ ...EVENT, key: Buffer.from(key), type }).toString('hex');
  t.not(bytes('a', 'bc'), bytes('ab', 'c'));
  t.not(bytes('', 'abc'), bytes('abc', ''));
});

test('a header that is no signature is none', (t) => {
  const good = `0123456789abcdef.${'A'.repeat(86)}`;
  t.truthy(parseSignature(good));
  for (const bad of [
    '',
    '.',
    'x',
    good.slice(1),
    `${good}=`,
    good.toUpperCase(),
    good.replace('.', ':'),
    `${good}\n`,
    ` ${good}`,
    `${good},${good}`,
  ])
    t.is(parseSignature(bad), undefined, JSON.stringify(bad));
});
