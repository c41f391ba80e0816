import { ConfigError } from '@gx/runtime';
import test from 'ava';
import { gatewayConfig } from '../src/config.ts';
import { ask, refusedWith, startEdge } from './harness/gateway.ts';

const PATH = '/.well-known/security.txt';
const YEAR_MS = 365 * 86_400_000;

test('a deployment that says where vulnerabilities are reported shows it, and for how long that is good', async (t) => {
  const { url } = await startEdge(t);
  const answer = await fetch(`${url}${PATH}`);
  const { status, headers } = answer;
  const text = await answer.text();
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/plain; charset=utf-8');
  const fieldOf = (name: string): string | undefined => new RegExp(`^${name}: (.+)\\r$`, 'm').exec(text)?.[1];
  t.is(fieldOf('Contact'), 'mailto:security@pay.example.com');
  const left = Date.parse(fieldOf('Expires') ?? '') - Date.now();
  t.true(left > 0 && left < YEAR_MS);
});

test('one that does not answers 404', async (t) => {
  const { url } = await startEdge(t, { SECURITY_CONTACT: '' });
  refusedWith(t, await ask(`${url}${PATH}`), 404, 'not_found');
});

test('what is no https or mailto URI, or more than one line, is refused at the start by its name', (t) => {
  for (const contact of [
    'security@pay.example.com',
    'http://pay.example.com/',
    'https://',
    'mailto:a@b.com\r\nPolicy: x',
  ])
    t.throws(() => gatewayConfig({ SECURITY_CONTACT: contact }), {
      instanceOf: ConfigError,
      message: /SECURITY_CONTACT/,
    });
});
