import { Refusal } from '@gx/core';
import test from 'ava';
import { type AddressGuard, addressGuard } from './address-guard.ts';
import { endpointUrl } from './endpoint-url.ts';

const production = addressGuard({});
const local = addressGuard({ allowed: ['127.0.0.1/32'] });

const accepts = test.macro({
  exec: (t, url: string, guard: AddressGuard) => t.notThrows(() => endpointUrl(url, guard)),
  title: (rule, url: string) => `${rule ?? 'accepted'}: ${url}`,
});
const refuses = test.macro({
  exec(t, url: string, guard: AddressGuard) {
    const refusal = t.throws(() => endpointUrl(url, guard), { instanceOf: Refusal });
    t.is(refusal?.code, 'invalid_url');
    t.is(refusal?.more.param, 'url');
  },
  title: (rule, url: string) => `${rule ?? 'refused'}: ${JSON.stringify(url.slice(0, 60))}`,
});

test('https to a public name', accepts, 'https://merchant.example.com/hooks?x=1', production);
test('a port of the list', accepts, 'https://merchant.example.com:8443/hooks', production);
test('the port of https, written out', accepts, 'https://merchant.example.com:443/hooks', production);
test(
  'a port that the operator added',
  accepts,
  'https://merchant.example.com:9443/hooks',
  addressGuard({ ports: ['9000-9999'] }),
);
test('any port of a private target that is allowed', accepts, 'https://127.0.0.1:6379/hooks', local);
test('https to a public address', accepts, 'https://8.8.8.8/hooks', production);
test('http where the operator allowed it', accepts, 'http://127.0.0.1:9999/hooks', local);
test('localhost where the operator allowed it', accepts, 'http://localhost:9999/hooks', local);
test('a private name where some private target is allowed', accepts, 'http://sink.shop.local/hooks', local);

test('plain http to the public', refuses, 'http://merchant.example.com/hooks', production);
test('plain http to the public, private targets or not', refuses, 'http://merchant.example.com/hooks', local);
for (const scheme of [
  'ftp://a.example.com/',
  'file:///etc/passwd',
  'gopher://a.example.com/',
  'javascript:alert(1)',
  'data:,x',
])
  test('another scheme', refuses, scheme, production);
for (const text of [
  '',
  'merchant.example.com',
  '//a.example.com',
  'https:a.example.com',
  'https://',
  'https://[example.com]/',
])
  test('not an absolute URL', refuses, text, production);
for (const url of ['https://user@a.example.com/', 'https://u:p@a.example.com/', 'https://a.example.com@127.0.0.1/'])
  test('credentials', refuses, url, production);
for (const url of [
  'https://a.exa mple.com/',
  ' https://a.example.com/',
  'https://a.example.com/x\n',
  'https://a.example.com\\@b.example.com/',
])
  test('characters that hide something', refuses, url, production);
for (const port of [22, 80, 444, 6379, 8080, 9092, 27_017, 65_535])
  for (const host of ['merchant.example.com', '8.8.8.8'])
    test('a port that is not in the list', refuses, `https://${host}:${port}/`, production);
test('a port that is not in the list, private targets or not', refuses, 'https://merchant.example.com:6379/', local);
test(
  'the usual port, where the list is another',
  refuses,
  'https://merchant.example.com/',
  addressGuard({ ports: ['8443'] }),
);
test('the refusal of a port names those that are allowed', (t) => {
  const guard = addressGuard({ ports: ['443', '9000-9999'] });
  const { message } = t.throws(() => endpointUrl('https://merchant.example.com:8080/', guard));
  t.is(message, 'The URL must use one of the ports that webhooks are sent to: 443, 9000-9999.');
});
test('port 0, which no server has', refuses, 'https://a.example.com:0/', production);
test('a fragment', refuses, 'https://a.example.com/#x', production);
test('too long', refuses, `https://a.example.com/${'x'.repeat(2_048)}`, production);

const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '0x7f.0.0.1',
  '2130706433',
  '017700000001',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '169.254.169.254',
  '0.0.0.0',
  '10.0.0.1',
  '192.168.0.1',
  '[fd00::1]',
  '[fe80::1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
  '[fd00:ec2::254]',
  '100.100.100.200',
  'metadata',
  'metadata.google.internal',
  'mongo.gx.svc.cluster.local',
  'printer.home.arpa',
];
for (const host of PRIVATE) test('a private host', refuses, `https://${host}/hooks`, production);
for (const host of ['127.0.0.2', '10.0.0.1', '[::1]', '169.254.169.254'])
  test('a private host that was not allowed', refuses, `https://${host}/hooks`, local);

const own = addressGuard({ refused: ['gx.example.com', '203.0.113.0/24', '8.8.4.0/24'] });
for (const url of ['https://gx.example.com/hooks', 'https://api.GX.example.com./hooks', 'https://8.8.4.4/hooks'])
  test('a host of the deployment itself', refuses, url, own);
for (const url of ['https://notgx.example.com/hooks', 'https://gx.example.com.shop.example/', 'https://8.8.8.8/hooks'])
  test('beside the deployment’s own hosts', accepts, url, own);
for (const url of ['https://gateway.gx.svc/hooks', 'https://gx.svc/', 'https://charge.gx.svc.cluster.local/'])
  test('a service of the cluster', refuses, url, production);
test('the platform’s own address', refuses, 'https://168.63.129.16/machine', production);
