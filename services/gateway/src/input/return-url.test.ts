import test from 'ava';
import { chargeBody } from './charge-body.ts';
import { parsed } from './issues.ts';
import { RETURN_URL } from './metadata.ts';
import { requestHash } from './request-hash.ts';

const VALID = { amount: 1000, payment_method: 'pix' };

const leadsBack = test.macro({
  exec(t, returnUrl: unknown, kept: string | undefined) {
    const { metadata } = parsed(chargeBody, { ...VALID, metadata: { returnUrl, order: 7 } });
    t.is(metadata?.[RETURN_URL], kept);
    t.is(JSON.stringify(metadata), '{"order":7}');
  },
  title: (rule) => `metadata.returnUrl: ${rule}`,
});
test(
  'an https address is kept beside the metadata',
  leadsBack,
  'https://loja.example/ok?p=7',
  'https://loja.example/ok?p=7',
);
test('http leads nowhere', leadsBack, 'http://loja.example/', undefined);
test('a script leads nowhere', leadsBack, 'javascript:alert(1)', undefined);
test('an address with a password leads nowhere', leadsBack, 'https://a:b@loja.example/', undefined);
test('text that is no address leads nowhere', leadsBack, '/pedidos/7', undefined);
test('what is no text leads nowhere', leadsBack, 1, undefined);
const START = 'https://loja.example/';
const LONGEST = START.padEnd(2_048, 'a');
test('2048 characters lead back', leadsBack, LONGEST, LONGEST);
test('2049 characters lead nowhere', leadsBack, `${LONGEST}a`, undefined);
test('2048 characters that a browser writes as more lead nowhere', leadsBack, START.padEnd(2_048, 'ã'), undefined);
test('another way back under the same key is another request; no way back is the request that it always was', (t) => {
  const hashOf = (metadata: object) => requestHash(parsed(chargeBody, { ...VALID, metadata }));
  const hashes = [{}, { returnUrl: 'https://a.example/' }, { returnUrl: 'https://b.example/' }].map(hashOf);
  t.is(new Set(hashes).size, 3);
  t.is(hashOf({ returnUrl: 'http://a.example/' }), hashOf({}));
});
