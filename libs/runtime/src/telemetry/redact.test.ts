import { Writable } from 'node:stream';
import test from 'ava';
import { createLogger } from './logger.ts';
import { redact, redactText } from './redact.ts';

const KEY = 'gx_test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const CODE =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
const PLANTED = {
  'an API key': KEY,
  'a payment code': CODE,
  'a CPF': '52998224725',
  'a CPF with points': '529.982.247-25',
  'a CNPJ': '11.222.333/0001-81',
  'an e-mail': 'maria.silva@loja.example',
  'a long e-mail': `${'maria.silva.'.repeat(8)}x@loja.example`,
  'a webhook secret': '0123456789abcdef'.repeat(4),
  'a private key':
    '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----',
  'a login token': 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
};

for (const [what, value] of Object.entries(PLANTED)) {
  test(`${what} never survives in a text`, (t) => {
    t.false(redactText(`bank says: ${value} was wrong`).includes(value));
  });
}

test('a secret field is replaced whatever it holds and however it is spelt', (t) => {
  t.deepEqual(redact({ apiKey: 'x', 'api-key': 'x', API_KEY: 'x', customer: { name: 'Maria' }, amount: 5 }), {
    apiKey: '[redacted]',
    'api-key': '[redacted]',
    API_KEY: '[redacted]',
    customer: '[redacted]',
    amount: 5,
  });
});

test('ids, amounts and times stay readable', (t) => {
  const text = 'charge 0198c7f2-8a2b-7c3d-9e4f-0123456789ab of 1050 at 2026-11-21T08:00:00.000Z';
  t.is(redactText(text), text);
});

test('a connection password is cut out of an address', (t) => {
  t.is(redactText('mongodb://user:hunter2@db:27017/x'), 'mongodb://user:[redacted]@db:27017/x');
});

test('the logger redacts fields, messages, errors and their causes', (t) => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger({ service: 'test', level: 'debug', destination });
  const planted = Object.values(PLANTED);
  for (const value of planted) {
    const err = new Error(`outer ${value}`, { cause: new AggregateError([new Error(`inner ${value}`)], value) });
    log.error({ err, note: value, list: [{ deep: value }], secret: value }, `message ${value}`);
    log.debug(`bare ${value}`);
  }
  t.is(lines.length, planted.length * 2);
  for (const value of planted) t.false(lines.join('').includes(value));
});

test('what hides a datum or rewrites a line is taken out of a text', (t) => {
  t.is(redactText('for ma\u200bria.silva@loja.example \u202eon\u2028ward'), 'for [redacted] onward');
});
