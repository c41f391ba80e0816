import test from 'ava';
import { canonicalSignature, legacySignature } from './signature.ts';

const secret = '0123456789abcdef'.repeat(4);
const body = '{"id":"evt_00000000000000000000000000000001","object":"event"}';

test('the canonical signature covers time and body (published vector)', (t) => {
  const expected = 't=1700000000,v1=970c06aca16114e28c08eeba9ac3fe4a552ffc36b291476d6571e9aebb2f31dd';
  t.is(canonicalSignature(secret, body, 1_700_000_000), expected);
});

test('the legacy signature covers the body alone (published vector)', (t) => {
  t.is(legacySignature(secret, body), 'sha256=9061b6247c4d73b4ee122293c058b0152d64c477697126a0858fcbba7600e0c1');
});

test('the body is signed as UTF-8', (t) => {
  t.not(legacySignature(secret, '{"a":"ç"}'), legacySignature(secret, '{"a":"c"}'));
});
