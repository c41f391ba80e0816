import test from 'ava';
import { canonicalSignature, legacySignature, signingKeys, standardId, standardSignature } from './signature.ts';

const secret = '0123456789abcdef'.repeat(4);
const body = '{"id":"evt_00000000000000000000000000000001","object":"event"}';

test('the canonical signature covers time and body (published vector)', (t) => {
  const expected = 't=1700000000,v1=970c06aca16114e28c08eeba9ac3fe4a552ffc36b291476d6571e9aebb2f31dd';
  t.is(canonicalSignature(signingKeys(secret), body, 1_700_000_000), expected);
});

test('the legacy signature covers the body alone (published vector)', (t) => {
  t.is(
    legacySignature(signingKeys(secret), body),
    'sha256=9061b6247c4d73b4ee122293c058b0152d64c477697126a0858fcbba7600e0c1',
  );
});

test('the body is signed as UTF-8', (t) => {
  t.not(legacySignature(signingKeys(secret), '{"a":"ç"}'), legacySignature(signingKeys(secret), '{"a":"c"}'));
});

test('the standard signature is that of Standard Webhooks (their vector), with whsec_ and without', (t) => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', unixSeconds: 1_614_265_330, body: '{"test": 2432232314}' };
  for (const prefix of ['whsec_', ''])
    t.is(
      standardSignature(signingKeys(`${prefix}MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`), message),
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
});

test('a secret of ours is base64 of 48 bytes: a key that Standard Webhooks allows', (t) => {
  t.is(Buffer.from(secret, 'base64').toString('base64'), secret);
  t.is(Buffer.from(secret, 'base64').length, 48);
});

test('the standard id is one for each thing to act on, and has no point in it', (t) => {
  const ids = [
    standardId('evt_1', 'charge.expired', false),
    standardId('evt_1', 'payment.failed', true),
    standardId('evt_1', 'payment.expired', true),
  ];
  t.deepEqual(ids, ['evt_1', 'evt_1_payment_failed', 'evt_1_payment_expired']);
});
