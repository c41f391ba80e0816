import test from 'ava';
import { chargeBody } from './charge-body.ts';
import { EMAIL } from './email-address.ts';
import { paymentBody } from './payment-body.ts';

test('an e-mail is judged in one walk over it: what a careless pattern would try in every way comes to its end', (t) => {
  for (const piece of ['a', 'a.', '"', '\\', '\\"', 'a@', 'b.', '-', '"a'])
    for (const [before, after] of [
      ['', ''],
      ['"', ''],
      ['a@', ','],
      ['a@', '@'],
      ['a@[', '[]'],
      ['"', '@b.co"'],
    ] as const)
      t.false(EMAIL.test(before + piece.repeat(200_000) + after), JSON.stringify([before, piece, after]));
});

/** The address as it is taken with a charge and with a payment. */
const taken = (email: string) => [
  chargeBody.safeParse({ amount: 1, payment_method: 'pix', customer: { email } }),
  paymentBody.safeParse({ amount: 1, paymentMethods: ['PIX'], idempotencyKey: 'order-1001', customerEmail: email }),
];

for (const email of [
  'ana.b+c@example.com',
  'a@exemplo.xn--p1ai',
  'a@b.c1',
  'ação@example.com',
  '"ana maria"@example.com',
  '"ana@casa"@example.com',
  '"ana \\"maria\\" \\\\"@example.com',
  '""@example.com',
  'a@[127.0.0.1]',
  'a@[IPv6:2001:db8::1]',
  'a@localhost',
  'a@b_c.co',
  'ana@exemplô.com.br',
  'ana@açaí.coop',
  'иван@пример.рф',
  'ana@例え.テスト',
  'ana@pao\u0302.br',
  `${'a.'.repeat(120)}a@example.com`,
])
  test(`an address that RFC 5322 or RFC 6532 has is taken as it is: ${email.slice(0, 40)}`, (t) => {
    const [charge, payment] = taken(email);
    t.like(charge?.data, { customer: { email } });
    t.like(payment?.data, { customerEmail: email });
  });

for (const email of [
  'a\u0001@b.co',
  'ana@example.com\u200b',
  'a\u200bna@example.com',
  '\u202eana@example.com',
  '"ana\u00ad"@example.com',
  'a\u007f@b.co',
  '"a\u0001"@b.co',
  '"a\\\u0001"@b.co',
  '"a"b"@b.co',
  '"a\\"@b.co',
  '"a"b@b.co',
  'a..b@b.co',
  '.a@b.co',
  'a.@b.co',
  'a b@b.co',
  'a@b@c.co',
  'a@.b.co',
  'a@b..co',
  'a@b.co.',
  'a@b.co\n',
  'a@b c.co',
  'a@b\u00a0.co',
  'a@açaí..coop',
  'a@\ud800.co',
  'a@[]',
  'a@[127.0.0.1',
  'a@[[127.0.0.1]]',
  'a@[127.0.0.1]b.co',
  'a@(b).co',
  'a@"b".co',
  'a@b,c.co',
])
  test(`what is no address is refused with its field: ${JSON.stringify(email)}`, (t) => {
    t.deepEqual(
      taken(email).map(({ error }) => error?.issues.map(({ path }) => path.join('.'))),
      [['customer.email'], ['customerEmail']],
    );
  });
